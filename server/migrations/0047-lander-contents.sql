-- Texts and images of landing pages that an operator has set; the catalogue's own apply to the rest. Written by: landers.

create table lander_contents (
  id int generated always as identity primary key,
  -- null: every site
  site_id int references sites on delete cascade,
  -- a name of contract/landers.ts
  lander text not null,
  -- 1 to 7; null: every niche
  niche int check (niche between 1 and 7),
  -- last part of the page's path; null: with and without one
  slug text check (slug ~ '^[a-z0-9-]{1,64}$'),
  -- country of the visitor; null: every country
  country text check (country ~ '^[A-Z]{2}$'),
  -- language of the page; null: every language
  language text check (language ~ '^[a-z]{2}$'),
  -- by key, such as {"title": "…"}
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
  -- paths of this site in the order in which the page shows them; empty: those of the niche
  images jsonb not null default '[]' check (jsonb_typeof(images) = 'array'),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (lander, site_id, niche, slug, country, language)
);

-- What depends on the settings of a site depends on its landing pages too, such as pages kept in memory.
create trigger lander_contents_changed
after insert or update or delete or truncate on lander_contents
for each statement execute function notify_settings_changed();
