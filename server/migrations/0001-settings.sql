-- Sites, their settings and the companies behind them. Written by: settings.

create table companies (
  id int generated always as identity primary key,
  -- CompanyInfo of contract/settings/settings.ts without `added`
  info jsonb not null,
  added_at timestamptz not null default now()
);

create table sites (
  id int generated always as identity primary key,
  -- host name without port, lower case
  domain text not null unique,
  -- answers for host names that no other site has; one site at most
  is_default boolean not null default false,
  company_id int not null references companies,
  -- what the operator set; parsed with the schema of contract/settings/settings.ts, defaults filled in
  settings jsonb not null default '{}',
  updated_at timestamptz not null default now()
);

create unique index sites_one_default on sites (is_default) where is_default;
