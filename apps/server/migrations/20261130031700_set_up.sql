-- The first organisation of an installation: its first super user is still to be asked for title, language, time zone and seats.
alter table organizations add column set_up_due boolean not null default false;
