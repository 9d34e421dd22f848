-- The sender of a translation, as copied at the launch: its own part before the @, at the domain of the base. Null: that of the base.
alter table campaign_email_translations add column sender_address text;
