-- No statement uses this index: they compare the whole key, and few departments share a parent.
drop index departments_title_key;
