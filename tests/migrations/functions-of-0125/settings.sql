-- Every node stores the sites in memory: a change, also one made in SQL, is announced to all of them.

create or replace function notify_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', '');
  return null;
end
$$;

create or replace trigger sites_changed
after insert or update or delete or truncate on sites
for each statement execute function notify_settings_changed();

create or replace trigger companies_changed
after insert or update or delete or truncate on companies
for each statement execute function notify_settings_changed();

-- What depends on the settings of a site depends on its landing pages too, such as pages in memory.
create or replace trigger lander_contents_changed
after insert or update or delete or truncate on lander_contents
for each statement execute function notify_settings_changed();

-- The history is append-only, also in SQL (SET-12).
create or replace function keep_content_versions() returns trigger language plpgsql as $$
begin
  raise exception 'the history of content cannot be changed' using errcode = 'restrict_violation';
end
$$;

create or replace trigger content_versions_kept
before update or delete or truncate on content_versions
for each statement execute function keep_content_versions();

-- A version can ask members for their consent again, which all nodes have to know.
create or replace trigger content_versions_added
after insert on content_versions
for each statement execute function notify_settings_changed();

create or replace trigger page_texts_changed
after insert or update or delete or truncate on page_texts
for each statement execute function notify_settings_changed();
