"""Pictures, films and sounds of a page: which are the article's, where they really come from, and what they show."""

from thresher.media.items import MediaItem, article_media, media

__all__ = ["MediaItem", "article_media", "media"]
