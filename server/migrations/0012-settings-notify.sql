-- Every node keeps the sites in memory: a change, also one made in SQL, is announced to all of them. Written by: settings.

create function notify_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', '');
  return null;
end
$$;

create trigger sites_changed
after insert or update or delete or truncate on sites
for each statement execute function notify_settings_changed();

create trigger companies_changed
after insert or update or delete or truncate on companies
for each statement execute function notify_settings_changed();
