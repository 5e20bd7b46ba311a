-- The history of what operators edit: sites, companies, page texts, landing pages. Written by: settings, in
-- the transaction of the slice that owns the content.

create table content_versions (
  -- what was changed: 'site/1', 'company/1', 'page/terms/en'
  subject text not null,
  -- 1, 2, 3 … of each subject; a change names the one that it was made from
  version int not null check (version > 0),
  -- the operator; null: a command, or the program
  operator_id text,
  -- the name of the operator at that time, so that the history stays readable
  operator_name text,
  -- null: did not exist
  before jsonb,
  after jsonb,
  -- whether all members are asked for their consent again (SIGN-6)
  asks_consent boolean not null default false,
  created_at timestamptz not null,
  primary key (subject, version)
);

create index content_versions_asking on content_versions (created_at) where asks_consent;

-- Texts of static pages that operators have written, instead of the files. Written by: pages.
create table page_texts (
  page text not null,
  language text not null,
  markdown text not null,
  updated_at timestamptz not null,
  primary key (page, language)
);
