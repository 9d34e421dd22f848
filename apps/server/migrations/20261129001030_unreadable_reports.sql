-- Reported emails whose reading exceeded the limits: listed with their headers only.

alter table suspicious_emails add column unreadable boolean not null default false;
