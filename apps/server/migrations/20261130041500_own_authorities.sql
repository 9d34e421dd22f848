-- PEM certificates of own certification authorities, as directories have them already.
alter table mail_settings add column ca text not null default '';
alter table report_mailboxes add column ca text not null default '';
alter table sso_settings add column ca text not null default '';
