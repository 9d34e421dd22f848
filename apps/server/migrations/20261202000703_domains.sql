-- Mail domains are stored as people read them, in Unicode (`storedAddress` of the contract). Rows of earlier times hold the
-- spelling of servers, `xn--…`. Rows whose other spelling exists as well stay as they are.
create function pg_temp.unicode_label(label text) returns text language plpgsql immutable as $$
declare
  rest text := substr(label, 5);
  delimiter int := length(rest) - position('-' in reverse(rest)) + 1;
  points int[] := '{}';
  code int := 128;
  at int := 0;
  bias int := 72;
  before int;
  weight int;
  k int;
  digit int;
  threshold int;
  delta int;
begin
  if label !~ '^xn--[a-z0-9-]+$' or length(label) > 63 then return label; end if;
  if position('-' in rest) > 0 then
    points := array(select ascii(c) from string_to_table(left(rest, delimiter - 1), null) c);
    rest := substr(rest, delimiter + 1);
  end if;
  while rest <> '' loop
    before := at;
    weight := 1;
    k := 36;
    loop
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', left(rest, 1)) - 1;
      if rest = '' or digit < 0 then return label; end if;
      rest := substr(rest, 2);
      at := at + digit * weight;
      threshold := case when k <= bias then 1 else least(26, k - bias) end;
      exit when digit < threshold;
      weight := weight * (36 - threshold);
      k := k + 36;
    end loop;
    delta := case when before = 0 then (at - before) / 700 else (at - before) / 2 end;
    delta := delta + delta / (cardinality(points) + 1);
    k := 0;
    while delta > 455 loop
      delta := delta / 35;
      k := k + 36;
    end loop;
    bias := k + 36 * delta / (delta + 38);
    code := code + at / (cardinality(points) + 1);
    at := at % (cardinality(points) + 1);
    points := points[:at] || code || points[at + 1:];
    at := at + 1;
  end loop;
  return (select string_agg(chr(point), '' order by n) from unnest(points) with ordinality as u (point, n));
exception when others then
  return label;
end $$;
create function pg_temp.unicode_domain(address text) returns text language sql as $$
  select left(address, length(address) - length(domain)) || (
    select string_agg(pg_temp.unicode_label(label), '.' order by n)
    from string_to_table(lower(domain), '.') with ordinality as u (label, n))
  from substring(address from '[^@]*$') as domain
$$;

set local role sergak_system;
update employees e set email = pg_temp.unicode_domain(e.email), version = version + 1
  where e.email ~* '@(.*\.)?xn--' and e.wiped_at is null and not exists (
    select from employees o where o.organization_id = e.organization_id and o.id <> e.id and o.deleted_at is null
      and o.email_key = lower(pg_temp.unicode_domain(e.email)));
update organization_domains d set domain = pg_temp.unicode_domain(d.domain)
  where d.domain ~ '(^|\.)xn--' and not exists (
    select from organization_domains o where o.organization_id = d.organization_id and o.domain = pg_temp.unicode_domain(d.domain));
update emails set sender_address = pg_temp.unicode_domain(sender_address) where sender_address ~* '@(.*\.)?xn--';
update mail_settings set sender_address = pg_temp.unicode_domain(sender_address) where sender_address ~* '@(.*\.)?xn--';
update report_mailboxes set address = pg_temp.unicode_domain(address) where address ~* '@(.*\.)?xn--';
update report_recipients set email = pg_temp.unicode_domain(email) where email ~* '@(.*\.)?xn--';
-- A waiting email compares its address with the one of the person.
update campaign_recipients set address = pg_temp.unicode_domain(address) where waiting and address ~* '@(.*\.)?xn--';
reset role;
