"""Systems that the papers compare with, one small file each."""
