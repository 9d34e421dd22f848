-- The life of an email is written in TypeScript (modules/delivery); functions that remain are files of their own.
drop function hand_over_emails(bigint[], text[]);
drop function end_emails(timestamptz, bigint[], text[], text[], text[], timestamptz[], int[], int);
