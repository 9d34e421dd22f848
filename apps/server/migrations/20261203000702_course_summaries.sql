-- One page to print with what a course teaches: a document of blocks, as the text of a slide. Null: the course has none.
alter table courses add column summary jsonb;
