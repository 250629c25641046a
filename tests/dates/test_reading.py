"""Dates as people and machines write them."""

from __future__ import annotations

import datetime

import pytest

from thresher.dates import dates_in, read_date
from thresher.dates.calendars import solar_day
from thresher.dates.months import MONTHS, month_number

DAY = "2025-09-04"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "September 4, 2025"),
        ("en", "Sep 4th 2025"),
        ("en", "4 Sept 2025"),
        ("en", "04 Sep, 2025"),
        ("en", "Thursday, September 4th, 2025 at 9:30 am"),
        ("en-US", "09/04/2025"),
        ("en-GB", "04/09/2025"),
        ("de", "4. September 2025"),
        ("de", "04.09.2025"),
        ("de", "Do., 4. Sept. 2025, 12:30 Uhr"),
        ("fr", "4 septembre 2025"),
        ("fr", "Publié le 4 sept. 2025 à 12h30"),
        ("es", "4 de septiembre de 2025"),
        ("es", "septiembre 4, 2025"),
        ("pt", "4 de setembro de 2025"),
        ("it", "4 settembre 2025"),
        ("ca", "4 de setembre de 2025"),
        ("nl", "4 september 2025"),
        ("sv", "den 4 september 2025"),
        ("da", "4. september 2025"),
        ("no", "4. september 2025"),
        ("fi", "4. syyskuuta 2025"),
        ("is", "4. september 2025"),
        ("et", "4. september 2025"),
        ("lv", "2025. gada 4. septembris"),
        ("lt", "2025 m. rugsėjo 4 d."),
        ("pl", "4 września 2025"),
        ("cs", "4. září 2025"),
        ("sk", "4. septembra 2025"),
        ("sl", "4. septembra 2025"),
        ("hr", "4. rujna 2025."),
        ("sr", "4. септембар 2025."),
        ("hu", "2025. szeptember 4."),
        ("ro", "4 septembrie 2025"),
        ("sq", "4 shtator 2025"),
        ("tr", "4 Eylül 2025"),
        ("az", "4 sentyabr 2025"),
        ("el", "4 Σεπτεμβρίου 2025"),
        ("ru", "4 сентября 2025 г."),
        ("uk", "4 вересня 2025"),
        ("be", "4 верасня 2025"),
        ("bg", "4 септември 2025"),
        ("mk", "4 септември 2025"),
        ("kk", "2025 ж. 4 қыркүйек"),
        ("hy", "4 սեպտեմբերի, 2025"),
        ("ka", "4 სექტემბერი 2025"),
        ("ar", "4 سبتمبر 2025"),
        ("ar", "٤ أيلول ٢٠٢٥"),
        ("he", "4 בספטמבר 2025"),
        ("fa", "۱۳ شهریور ۱۴۰۴"),
        ("fa", "1404/06/13"),
        ("fa", "4 سپتامبر 2025"),
        ("ur", "4 ستمبر 2025"),
        ("hi", "4 सितंबर 2025"),
        ("bn", "৪ সেপ্টেম্বর ২০২৫"),
        ("ta", "4 செப்டம்பர் 2025"),
        ("te", "4 సెప్టెంబర్ 2025"),
        ("th", "4 กันยายน 2568"),
        ("th", "4 ก.ย. 2568"),
        ("id", "4 September 2025"),
        ("ms", "4 September 2025"),
        ("tl", "Setyembre 4, 2025"),
        ("sw", "4 Septemba 2025"),
        ("eu", "2025eko irailaren 4a"),
        ("vi", "4 tháng 9, 2025"),
        ("vi", "ngày 4 tháng 9 năm 2025"),
        ("zh", "2025年9月4日"),
        ("zh", "2025年09月04日 12:30"),
        ("zh-TW", "民國114年9月4日"),
        ("ja", "令和7年9月4日"),
        ("ja", "2025/09/04"),
        ("ko", "2025년 9월 4일"),
        ("ko", "2025. 9. 4."),
        ("ko", "2025.09.04 12:30"),
        ("", "20250904"),
        ("", "4-Sep-2025"),
        ("", "2025-9-4"),
    ],
)
def test_one_day_in_many_languages(language, text):
    """A day is the same day in whatever language, order and calendar it is written."""
    assert (read_date(text, language) or "")[:10] == DAY


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2025-09-04T07:30:00.000+0000", "2025-09-04T07:30:00+00:00"),
        ("2025-09-04T07:30Z", "2025-09-04T07:30:00+00:00"),
        ("2025-09-04 07:30:00", "2025-09-04T07:30:00"),
        ("2025-09-04T07:30:00-05:00", "2025-09-04T07:30:00-05:00"),
        ("Thu, 04 Sep 2025 07:30:00 GMT", "2025-09-04T07:30:00+00:00"),
        ("2025-09-04T27:30:00", DAY),
        ("1756971000", "2025-09-04T07:30:00+00:00"),
        ("1756971000123", "2025-09-04T07:30:00+00:00"),
    ],
)
def test_times_of_machines(text, value):
    """The time of day and its zone are kept where a machine wrote them, as it wrote them."""
    assert read_date(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "oats",
        "version 10.2.2024.1",
        "call 555-12-2020",
        "1.2.3",
        "5 people 2020",
        "12 and 2020",
        "3 may be 2024",
        "2025-13-04",
        "31 February 2024",
        "1970-01-01T00:00:00Z",
        "0001-01-01",
        "4 September 2999",
        "99999999",
        "9999999999999",
        "2025",
        "9/2025",
    ],
)
def test_what_is_no_date(text):
    """Numbers of something else, impossible days, days of the future and those that computers count from are none."""
    assert read_date(text, "en") is None


def test_language_decides_about_words_and_figures():
    """Where languages disagree, the page's own decides about a month's name and about which figure is the day."""
    assert read_date("4. listopada 2024", "pl") == "2024-11-04"
    assert read_date("4. listopada 2024", "hr") == "2024-10-04"
    assert (read_date("03/04/2024", "en-US"), read_date("03/04/2024", "fr")) == ("2024-03-04", "2024-04-03")
    assert read_date("25/04/2024", "en-US") == "2024-04-25"


def test_several_dates_of_a_line():
    """The dates of a line come in their order, each once, with their places."""
    text = "Posted on Sept. 4th, 2025; updated 5 September 2025"
    found = list(dates_in(text, "en"))
    assert [written.value for written in found] == ["2025-09-04", "2025-09-05"]
    assert text[found[0].start : found[0].stop] == "Sept. 4th, 2025"


def test_all_lines_of_months_are_whole():
    """Every language has twelve months, and each form is read back as its month."""
    assert len(MONTHS) >= 25
    for language, line in MONTHS.items():
        months = line.split()
        assert len(months) == 12, language
        for number, forms in enumerate(months, start=1):
            for form in forms.split("/"):
                assert month_number(form.replace("_", " ").title(), language) == number


@pytest.mark.parametrize("year", range(1300, 1420))
def test_iranian_new_year_is_in_spring(year):
    """The first day of the Iranian year is the 20th to 22nd of March, and the year has no gap before it."""
    first = solar_day(year + 1, 1, 1)
    assert first.month == 3
    assert 20 <= first.day <= 22
    assert first - solar_day(year, 12, 29) in (datetime.timedelta(days=1), datetime.timedelta(days=2))


@pytest.mark.parametrize(
    "text", ["1 " * 50_000, "4 " + "a" * 100_000, "2025 " * 20_000, "1/2/" * 30_000, "4 de " * 30_000]
)
def test_long_texts_are_answered(text):
    """Texts that look like dates over and over take no longer than others of their length."""
    assert list(dates_in(text)) is not None
