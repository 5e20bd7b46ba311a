-- Numbers of each day (UTC) and site by campaign, cohort and kind of case, counted like `operator_daily`.
-- Written by: operator.

-- what members did who came by a campaign; '' where the link had no network or sub id, and without a campaign
create table operator_daily_sources (
  day date not null,
  site_id int not null references sites,
  network text not null,
  sub_id text not null,
  signups int not null,
  confirmed int not null,
  orders int not null,
  first_orders int not null,
  primary key (day, site_id, network, sub_id)
);

create table operator_daily_source_money (
  day date not null,
  site_id int not null references sites,
  network text not null,
  sub_id text not null,
  currency text not null,
  revenue_minor bigint not null,
  primary key (day, site_id, network, sub_id, currency)
);

-- what those who signed up in one week (its Monday) did in another
create table operator_weekly_cohorts (
  week date not null,
  site_id int not null references sites,
  cohort date not null,
  -- null: nothing counted it in the week, and later it cannot be known
  active int,
  buyers int not null,
  primary key (week, site_id, cohort)
);

create table operator_daily_cases (
  day date not null,
  site_id int not null references sites,
  kind text not null,
  opened int not null,
  decided int not null,
  -- from the opening to the decision, of those decided on the day: the sum, and the longest
  seconds bigint not null,
  longest_seconds int not null,
  -- decided within 24 hours, and after their time
  within_day int not null,
  late int not null,
  primary key (day, site_id, kind)
);

-- for the transparency report (DSA art. 15 and 24); '' where a decision has no rule or content
create table operator_daily_decisions (
  day date not null,
  site_id int not null references sites,
  kind text not null,
  source text not null,
  decision text not null,
  violation text not null,
  content text not null,
  n int not null,
  primary key (day, site_id, kind, source, decision, violation, content)
);
