-- The database as the migrations make it. Generated; read it, never edit it.

create sequence dimension_key_seq as integer;
create sequence employee_id_seq as integer;
create sequence location_id_seq as integer;
create sequence role_id_seq as integer;
create sequence roster_person_seq as integer;
create sequence supplier_user_id_seq as integer;

create table app_user (
  user_id integer not null generated always as identity,
  user_name text not null,
  user_name_key text not null,
  display_name text not null,
  email text,
  email_key text,
  password_hash text,
  password_changed_at timestamp with time zone,
  is_admin boolean not null default false,
  is_sample boolean not null default false,
  locked_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  has_password boolean not null generated always as ((password_hash IS NOT NULL)) stored,
  PRIMARY KEY (user_id),
  UNIQUE (email_key),
  UNIQUE (user_name_key)
);
grant delete, insert, select, update on app_user to daybook_app;
grant select (user_id, user_name, user_name_key, display_name, email, email_key, password_changed_at, is_admin, is_sample, locked_until, created_at, has_password) on app_user to daybook_report;

create table attendance_day (
  venue_id integer not null,
  location_id integer not null,
  day date not null,
  who integer not null,
  rostered integer not null,
  drafted integer not null,
  claimed integer not null,
  actual integer not null,
  payable integer not null,
  on_leave integer not null,
  cost bigint not null,
  unpriced integer not null,
  late integer not null,
  beyond integer not null,
  marks integer not null,
  due_at timestamp with time zone,
  PRIMARY KEY (venue_id, location_id, day, who)
);
CREATE INDEX attendance_day_by_who ON public.attendance_day USING btree (venue_id, who, day);
CREATE INDEX attendance_day_to_look_at ON public.attendance_day USING btree (venue_id, day) WHERE (((marks & 95) <> 0) OR (late > 5) OR (beyond > 30));
alter table attendance_day enable row level security, force row level security;
create policy venue_wall on attendance_day using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on attendance_day to daybook_app;
grant select on attendance_day to daybook_report;

create table attendance_month (
  venue_id integer not null,
  location_id integer not null,
  month date not null,
  who integer not null,
  weekday smallint not null,
  rostered integer not null,
  drafted integer not null,
  claimed integer not null,
  actual integer not null,
  payable integer not null,
  on_leave integer not null,
  cost bigint not null,
  unpriced integer not null,
  not_approved integer not null,
  shown integer not null,
  PRIMARY KEY (venue_id, location_id, month, who, weekday)
);
alter table attendance_month enable row level security, force row level security;
create policy venue_wall on attendance_month using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on attendance_month to daybook_app;
grant select on attendance_month to daybook_report;

create table attention_dismissal (
  venue_id integer not null,
  employee_id integer not null,
  key text not null,
  until date,
  dismissed_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, employee_id, key),
  CHECK ((length(key) <= 100)),
  FOREIGN KEY (venue_id, employee_id) REFERENCES employee(venue_id, employee_id)
);
alter table attention_dismissal enable row level security, force row level security;
create policy venue_wall on attention_dismissal using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on attention_dismissal to daybook_app;
grant select on attention_dismissal to daybook_report;

create table audit_event (
  venue_id integer not null,
  event_id bigint not null,
  at timestamp with time zone not null default now(),
  actor_user_id integer,
  on_behalf_of_user_id integer,
  session_id text,
  action text not null,
  subject text not null default ''::text,
  detail jsonb not null default '{}'::jsonb,
  ip text,
  PRIMARY KEY (venue_id, event_id)
);
CREATE INDEX audit_event_by_time ON public.audit_event USING btree (venue_id, at DESC);
CREATE INDEX audit_event_of_links ON public.audit_event USING btree (venue_id, at DESC) WHERE (action ~~ 'link.%'::text);
alter table audit_event enable row level security, force row level security;
create policy venue_wall on audit_event using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on audit_event to daybook_app;
grant select on audit_event to daybook_report;

create table audit_seal (
  venue_id integer not null,
  seq bigint not null,
  event_id bigint not null,
  hash bytea not null,
  sealed_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, seq),
  UNIQUE (venue_id, event_id)
);
alter table audit_seal enable row level security, force row level security;
create policy venue_wall on audit_seal using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on audit_seal to daybook_app;
grant select on audit_seal to daybook_report;

create table authorisation_code (
  provider text not null,
  code_hash bytea not null,
  used_at timestamp with time zone not null default now(),
  PRIMARY KEY (provider, code_hash)
);
grant delete, insert, select, update on authorisation_code to daybook_app;

create table board_pairing (
  code_hash bytea not null,
  device_hash bytea not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  ip text,
  user_agent text,
  PRIMARY KEY (code_hash)
);
grant delete, insert, select, update on board_pairing to daybook_app;

create table channel_commission (
  venue_id integer not null,
  location_id integer not null,
  channel integer not null,
  name text not null default ''::text,
  percent numeric(5,2),
  PRIMARY KEY (venue_id, location_id, channel),
  CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric))),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
alter table channel_commission enable row level security, force row level security;
create policy venue_wall on channel_commission using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on channel_commission to daybook_app;
grant select on channel_commission to daybook_report;

create table dashboard (
  venue_id integer not null,
  employee_id integer not null,
  measures jsonb not null,
  changed_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, employee_id),
  FOREIGN KEY (venue_id, employee_id) REFERENCES employee(venue_id, employee_id)
);
alter table dashboard enable row level security, force row level security;
create policy venue_wall on dashboard using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on dashboard to daybook_app;
grant select on dashboard to daybook_report;

create table deliverect_order (
  venue_id integer not null,
  order_id text not null,
  location_id integer not null,
  channel integer not null default 0,
  name text not null default ''::text,
  placed_at timestamp with time zone not null,
  is_known boolean not null,
  is_cancelled boolean not null default false,
  total bigint not null default 0,
  commission_base bigint not null default 0,
  commission_percent numeric(5,2),
  sale jsonb,
  reasons jsonb not null default '[]'::jsonb,
  is_test boolean not null default false,
  unknown text[] not null default '{}'::text[],
  to_tell jsonb not null default '[]'::jsonb,
  told integer,
  tell_refused integer,
  till text,
  till_since timestamp with time zone,
  till_reason text,
  till_sale text,
  till_terminal text,
  content jsonb,
  business_date date not null,
  commission bigint generated always as (
CASE
    WHEN (is_known AND (NOT is_cancelled) AND (NOT is_test) AND (reasons = '[]'::jsonb)) THEN (round((((commission_base)::numeric * commission_percent) / (100)::numeric)))::bigint
    ELSE NULL::bigint
END) stored,
  PRIMARY KEY (venue_id, order_id),
  CHECK ((till = ANY (ARRAY['waiting'::text, 'taken'::text, 'refused'::text, 'recalled'::text, 'over'::text]))),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
CREATE INDEX deliverect_order_at_till ON public.deliverect_order USING btree (venue_id, location_id, till_since) WHERE (till = ANY (ARRAY['waiting'::text, 'recalled'::text]));
CREATE INDEX deliverect_order_day ON public.deliverect_order USING btree (venue_id, location_id, business_date) WHERE (is_known AND (NOT is_cancelled) AND (NOT is_test) AND (reasons = '[]'::jsonb));
CREATE INDEX deliverect_order_placed ON public.deliverect_order USING btree (venue_id, location_id, placed_at);
CREATE INDEX deliverect_order_to_tell ON public.deliverect_order USING btree (venue_id, location_id, placed_at) WHERE (to_tell <> '[]'::jsonb);
alter table deliverect_order enable row level security, force row level security;
create policy venue_wall on deliverect_order using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on deliverect_order to daybook_app;
grant select (venue_id, order_id, location_id, channel, name, placed_at, is_known, is_cancelled, total, commission_base, commission_percent, sale, reasons, is_test, unknown, to_tell, told, tell_refused, till, till_since, till_reason, till_sale, till_terminal, business_date, commission) on deliverect_order to daybook_report;

create table deliverect_registration (
  venue_id integer not null,
  location_id integer not null,
  deliverect_id text not null,
  deliverect_location_id text not null,
  name text not null,
  registered_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, location_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
alter table deliverect_registration enable row level security, force row level security;
create policy venue_wall on deliverect_registration using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on deliverect_registration to daybook_app;
grant select on deliverect_registration to daybook_report;

create table deliverect_tax_rate (
  venue_id integer not null,
  location_id integer not null,
  plu text not null,
  delivery integer not null,
  takeaway integer not null,
  eat_in integer not null,
  PRIMARY KEY (venue_id, location_id, plu),
  CHECK (((delivery >= 0) AND (delivery <= 50000))),
  CHECK (((eat_in >= 0) AND (eat_in <= 50000))),
  CHECK (((takeaway >= 0) AND (takeaway <= 50000))),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
alter table deliverect_tax_rate enable row level security, force row level security;
create policy venue_wall on deliverect_tax_rate using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on deliverect_tax_rate to daybook_app;
grant select on deliverect_tax_rate to daybook_report;

create table dimension_key (
  venue_id integer not null,
  dim smallint not null,
  code text not null,
  key integer not null default nextval('dimension_key_seq'::regclass),
  name text not null,
  detail jsonb not null default '{}'::jsonb,
  mapped boolean not null default false,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, dim, code),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  UNIQUE (venue_id, key)
);
alter table dimension_key enable row level security, force row level security;
create policy venue_wall on dimension_key using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on dimension_key to daybook_app;
grant select on dimension_key to daybook_report;

create table domain_refusal (
  venue_id integer not null,
  domain text not null,
  link_id bigint not null,
  refused_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, domain, link_id),
  FOREIGN KEY (venue_id, domain) REFERENCES venue_domain(venue_id, domain) ON DELETE CASCADE,
  FOREIGN KEY (venue_id, link_id) REFERENCES link(venue_id, link_id) ON DELETE CASCADE
);
alter table domain_refusal enable row level security, force row level security;
create policy venue_wall on domain_refusal using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on domain_refusal to daybook_app;
grant select on domain_refusal to daybook_report;

create table email_change (
  user_id integer not null,
  email text not null,
  asked_by integer,
  venue_id integer,
  token_hash bytea,
  asked_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  PRIMARY KEY (user_id),
  FOREIGN KEY (asked_by) REFERENCES app_user(user_id),
  UNIQUE (token_hash),
  FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
grant delete, insert, select, update on email_change to daybook_app;

create table employee (
  venue_id integer not null,
  employee_id integer not null default nextval('employee_id_seq'::regclass),
  user_id integer,
  first_name text not null,
  surname text not null,
  nickname text not null default ''::text,
  user_name text,
  display_name text not null,
  email text,
  phone text,
  active boolean not null default true,
  registered boolean not null default false,
  invited_at timestamp with time zone,
  revoked_at timestamp with time zone,
  tags text[] not null default '{}'::text[],
  all_locations boolean not null default false,
  access_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, employee_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
CREATE INDEX employee_by_user ON public.employee USING btree (venue_id, user_id);
alter table employee enable row level security, force row level security;
create policy venue_wall on employee using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on employee to daybook_app;
grant select on employee to daybook_report;

create table employee_location (
  venue_id integer not null,
  employee_id integer not null,
  location_id integer not null,
  PRIMARY KEY (venue_id, employee_id, location_id),
  FOREIGN KEY (venue_id, employee_id) REFERENCES employee(venue_id, employee_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
alter table employee_location enable row level security, force row level security;
create policy venue_wall on employee_location using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on employee_location to daybook_app;
grant select on employee_location to daybook_report;

create table employee_role (
  venue_id integer not null,
  employee_id integer not null,
  role_id integer not null,
  PRIMARY KEY (venue_id, employee_id, role_id),
  FOREIGN KEY (venue_id, employee_id) REFERENCES employee(venue_id, employee_id),
  FOREIGN KEY (venue_id, role_id) REFERENCES role(venue_id, role_id)
);
alter table employee_role enable row level security, force row level security;
create policy venue_wall on employee_role using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on employee_role to daybook_app;
grant select on employee_role to daybook_report;

create table excise_rate (
  venue_id integer not null,
  rate_id bigint not null,
  jurisdiction text not null,
  tariff_item text not null,
  name text not null default ''::text,
  basis text not null,
  beverages text[] not null default '{}'::text[],
  free_abv integer not null default 0,
  above_abv integer,
  up_to_abv integer,
  container_from bigint,
  container_up_to bigint,
  draught boolean,
  rate bigint not null,
  from_day date not null,
  to_day date,
  source text not null,
  source_url text not null default ''::text,
  published boolean not null default false,
  entered_by integer,
  entered_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, rate_id),
  CHECK ((basis = ANY (ARRAY['lal'::text, 'litre'::text, 'stick'::text, 'kg'::text, 'percent'::text]))),
  CHECK (((to_day IS NULL) OR (to_day >= from_day))),
  CHECK ((rate >= 0)),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
CREATE INDEX excise_rate_by_item ON public.excise_rate USING btree (venue_id, jurisdiction, tariff_item, from_day);
alter table excise_rate enable row level security, force row level security;
create policy venue_wall on excise_rate using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on excise_rate to daybook_app;
grant select on excise_rate to daybook_report;

create table export_ticket (
  ticket_hash bytea not null,
  session_id text not null,
  companion_hash bytea,
  path text not null,
  query jsonb not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  PRIMARY KEY (ticket_hash)
);
grant delete, insert, select, update on export_ticket to daybook_app;

create table fraud_case (
  venue_id integer not null,
  case_id bigint not null,
  card_id bigint not null,
  state smallint not null default 1,
  version integer not null default 0,
  opened_at timestamp with time zone not null default now(),
  decided_by integer,
  decided_at timestamp with time zone,
  exempt_until date,
  PRIMARY KEY (venue_id, case_id),
  FOREIGN KEY (venue_id, card_id) REFERENCES loyalty_card(venue_id, card_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
CREATE INDEX fraud_case_by_card ON public.fraud_case USING btree (venue_id, card_id);
CREATE UNIQUE INDEX fraud_case_open ON public.fraud_case USING btree (venue_id, card_id) WHERE (state <= 2);
alter table fraud_case enable row level security, force row level security;
create policy venue_wall on fraud_case using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on fraud_case to daybook_app;
grant select on fraud_case to daybook_report;

create table fraud_day (
  venue_id integer not null,
  location_id integer not null,
  day date not null,
  changes bigint not null,
  basis text not null,
  checked_at timestamp with time zone not null,
  uses integer not null,
  total double precision not null,
  squares double precision not null,
  hours smallint[] not null,
  low_cards bigint[] not null,
  high_cards bigint[] not null,
  clerks integer[] not null,
  rung integer[] not null,
  PRIMARY KEY (venue_id, location_id, day),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table fraud_day enable row level security, force row level security;
create policy venue_wall on fraud_day using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on fraud_day to daybook_app;
grant select on fraud_day to daybook_report;

create table fraud_digest (
  venue_id integer not null,
  employee_id integer not null,
  user_id integer not null,
  asked_at timestamp with time zone not null,
  told_until timestamp with time zone not null,
  sent_on date,
  PRIMARY KEY (venue_id, employee_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table fraud_digest enable row level security, force row level security;
create policy venue_wall on fraud_digest using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on fraud_digest to daybook_app;
grant select on fraud_digest to daybook_report;

create table fraud_found (
  venue_id integer not null,
  location_id integer not null,
  day date not null,
  found_id uuid not null default gen_random_uuid(),
  rule smallint not null,
  card_id bigint not null,
  n integer not null,
  other integer not null,
  clerk_key integer,
  facts bigint[] not null,
  PRIMARY KEY (venue_id, location_id, day, found_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table fraud_found enable row level security, force row level security;
create policy venue_wall on fraud_found using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on fraud_found to daybook_app;
grant select on fraud_found to daybook_report;

create table fraud_hit (
  venue_id integer not null,
  card_id bigint not null,
  rule smallint not null,
  day date not null,
  location_id integer not null,
  case_id bigint not null,
  n integer not null,
  other integer not null default 0,
  clerk_key integer,
  user_id integer,
  about text not null default ''::text,
  facts bigint[] not null,
  PRIMARY KEY (venue_id, card_id, rule, day, location_id),
  FOREIGN KEY (venue_id, case_id) REFERENCES fraud_case(venue_id, case_id)
);
CREATE INDEX fraud_hit_by_case ON public.fraud_hit USING btree (venue_id, case_id);
alter table fraud_hit enable row level security, force row level security;
create policy venue_wall on fraud_hit using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on fraud_hit to daybook_app;
grant select on fraud_hit to daybook_report;

create table fraud_setting (
  venue_id integer not null,
  version integer not null default 0,
  value jsonb not null default '{}'::jsonb,
  PRIMARY KEY (venue_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table fraud_setting enable row level security, force row level security;
create policy venue_wall on fraud_setting using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on fraud_setting to daybook_app;
grant select on fraud_setting to daybook_report;

create table fraud_step (
  venue_id integer not null,
  case_id bigint not null,
  step_no smallint not null,
  state smallint not null,
  note text not null default ''::text,
  user_id integer,
  on_behalf_of_user_id integer,
  at timestamp with time zone not null default now(),
  blocked boolean not null default false,
  reversed bigint not null default 0,
  exempt_until date,
  PRIMARY KEY (venue_id, case_id, step_no),
  FOREIGN KEY (venue_id, case_id) REFERENCES fraud_case(venue_id, case_id)
);
alter table fraud_step enable row level security, force row level security;
create policy venue_wall on fraud_step using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select on fraud_step to daybook_app;
grant select on fraud_step to daybook_report;

create table home_view (
  venue_id integer not null,
  employee_id integer not null,
  view_id bigint not null,
  PRIMARY KEY (venue_id, employee_id),
  FOREIGN KEY (venue_id, employee_id) REFERENCES employee(venue_id, employee_id),
  FOREIGN KEY (venue_id, view_id) REFERENCES saved_view(venue_id, view_id) ON DELETE CASCADE
);
CREATE INDEX home_view_by_view ON public.home_view USING btree (venue_id, view_id);
alter table home_view enable row level security, force row level security;
create policy venue_wall on home_view using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on home_view to daybook_app;
grant select on home_view to daybook_report;

create table house_token (
  provider text not null,
  token bytea,
  expires_at timestamp with time zone,
  asking_at timestamp with time zone,
  asked_at timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  PRIMARY KEY (provider)
);
grant delete, insert, select, update on house_token to daybook_app;
grant select (provider, expires_at) on house_token to daybook_report;

create table idempotency_key (
  venue_id integer not null,
  principal text not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  body text,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, principal, key)
);
CREATE INDEX idempotency_key_by_age ON public.idempotency_key USING btree (venue_id, created_at);
alter table idempotency_key enable row level security, force row level security;
create policy venue_wall on idempotency_key using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on idempotency_key to daybook_app;

create table import_file (
  venue_id integer not null,
  file_id bigint not null,
  file_name text not null,
  size bigint not null,
  uploaded_by integer,
  uploaded_at timestamp with time zone not null default now(),
  kind text not null default 'sales'::text,
  part_hashes text[],
  PRIMARY KEY (venue_id, file_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table import_file enable row level security, force row level security;
create policy venue_wall on import_file using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on import_file to daybook_app;
grant select on import_file to daybook_report;

create table import_file_piece (
  venue_id integer not null,
  file_id bigint not null,
  piece_no smallint not null,
  bytes bytea not null,
  PRIMARY KEY (venue_id, file_id, piece_no),
  FOREIGN KEY (venue_id, file_id) REFERENCES import_file(venue_id, file_id) ON DELETE CASCADE
);
alter table import_file_piece enable row level security, force row level security;
create policy venue_wall on import_file_piece using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on import_file_piece to daybook_app;
grant select on import_file_piece to daybook_report;

create table import_mapping (
  venue_id integer not null,
  name text not null,
  mapping jsonb not null,
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, name),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table import_mapping enable row level security, force row level security;
create policy venue_wall on import_mapping using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on import_mapping to daybook_app;
grant select on import_mapping to daybook_report;

create table import_run (
  venue_id integer not null,
  run_id bigint not null,
  file_name text not null,
  mapping_name text not null,
  status text not null,
  rows_read integer not null default 0,
  accepted integer not null default 0,
  duplicates integer not null default 0,
  rejected integer not null default 0,
  started_by integer,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  file_id bigint,
  mapping jsonb not null default '{"Columns": {}}'::jsonb,
  corrections jsonb not null default '[]'::jsonb,
  check_only boolean not null default false,
  all_or_nothing boolean not null default false,
  granted_locations integer[],
  progress real not null default 0,
  rows_rejected integer not null default 0,
  totals jsonb not null default '{}'::jsonb,
  first_day date,
  last_day date,
  new_locations text[] not null default '{}'::text[],
  columns text[] not null default '{}'::text[],
  failure jsonb,
  shared_numbers integer not null default 0,
  shared_totals jsonb not null default '{}'::jsonb,
  missing_locations text[] not null default '{}'::text[],
  kind text not null default 'sales'::text,
  location_id integer,
  acted_by integer,
  cards jsonb not null default '{}'::jsonb,
  through_line integer not null default 0,
  undo_status text,
  undo_progress real not null default 0,
  undone_by integer,
  undo_acted_by integer,
  undone_at timestamp with time zone,
  undone_sales integer not null default 0,
  undone_totals jsonb not null default '{}'::jsonb,
  undo_stayed jsonb not null default '{}'::jsonb,
  months jsonb not null default '{}'::jsonb,
  stop_asked boolean not null default false,
  lines integer not null default 0,
  locations text[] not null default '{}'::text[],
  alive_at timestamp with time zone,
  rows_done integer not null default 0,
  PRIMARY KEY (venue_id, run_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
CREATE INDEX import_run_by_time ON public.import_run USING btree (venue_id, started_at DESC);
alter table import_run enable row level security, force row level security;
create policy venue_wall on import_run using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on import_run to daybook_app;
grant select on import_run to daybook_report;

create table import_wrong_row (
  venue_id integer not null,
  run_id bigint not null,
  line integer not null,
  cells jsonb not null,
  errors jsonb not null,
  PRIMARY KEY (venue_id, run_id, line),
  FOREIGN KEY (venue_id, run_id) REFERENCES import_run(venue_id, run_id) ON DELETE CASCADE
);
alter table import_wrong_row enable row level security, force row level security;
create policy venue_wall on import_wrong_row using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on import_wrong_row to daybook_app;
grant select on import_wrong_row to daybook_report;

create table invitation (
  invitation_id integer not null generated always as identity,
  venue_id integer not null,
  employee_id integer not null,
  user_id integer,
  email text,
  email_key text,
  invited_by integer,
  token_hash bytea,
  password_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  outcome text,
  PRIMARY KEY (invitation_id),
  CHECK (((user_id IS NOT NULL) OR (email_key IS NOT NULL))),
  FOREIGN KEY (invited_by) REFERENCES app_user(user_id),
  CHECK ((outcome = ANY (ARRAY['accepted'::text, 'declined'::text, 'taken back'::text]))),
  UNIQUE (token_hash),
  FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
CREATE INDEX invitation_by_address ON public.invitation USING btree (email_key) WHERE (ended_at IS NULL);
CREATE INDEX invitation_by_user ON public.invitation USING btree (user_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX invitation_open ON public.invitation USING btree (venue_id, employee_id) WHERE (ended_at IS NULL);
grant delete, insert, select, update on invitation to daybook_app;
grant select (venue_id, employee_id, user_id, expires_at, ended_at) on invitation to daybook_report;

create table journal_export (
  venue_id integer not null,
  export_id bigint not null,
  exported_at timestamp with time zone not null,
  user_id integer not null,
  on_behalf_of_user_id integer,
  from_day date not null,
  to_day date not null,
  currency text not null,
  PRIMARY KEY (venue_id, export_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table journal_export enable row level security, force row level security;
create policy venue_wall on journal_export using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on journal_export to daybook_app;
grant select on journal_export to daybook_report;

create table journal_part (
  venue_id integer not null,
  location_id integer not null,
  business_date date not null,
  part smallint not null,
  export_id bigint not null,
  journal_no integer not null,
  is_final boolean not null,
  figures jsonb not null,
  lines jsonb not null,
  PRIMARY KEY (venue_id, location_id, business_date, part),
  FOREIGN KEY (venue_id, export_id) REFERENCES journal_export(venue_id, export_id),
  UNIQUE (venue_id, journal_no),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
CREATE INDEX journal_part_by_export ON public.journal_part USING btree (venue_id, export_id);
alter table journal_part enable row level security, force row level security;
create policy venue_wall on journal_part using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on journal_part to daybook_app;
grant select on journal_part to daybook_report;

create table journal_setting (
  venue_id integer not null,
  version integer not null default 0,
  accounts jsonb not null default '{}'::jsonb,
  PRIMARY KEY (venue_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table journal_setting enable row level security, force row level security;
create policy venue_wall on journal_setting using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select, update on journal_setting to daybook_app;
grant select on journal_setting to daybook_report;

create table known_device (
  device_hash bytea not null,
  user_id integer not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  PRIMARY KEY (device_hash, user_id),
  FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
CREATE INDEX known_device_by_user ON public.known_device USING btree (user_id);
grant delete, insert, select, update on known_device to daybook_app;

create table licensed_buyer (
  venue_id integer not null,
  buyer_id bigint not null,
  name text not null,
  licence text not null,
  postcode text not null default ''::text,
  state text not null,
  card_number text not null,
  PRIMARY KEY (venue_id, buyer_id),
  UNIQUE (venue_id, card_number),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table licensed_buyer enable row level security, force row level security;
create policy venue_wall on licensed_buyer using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on licensed_buyer to daybook_app;
grant select on licensed_buyer to daybook_report;

create unlogged table limit_counter (
  name text not null,
  subject text not null,
  window_start timestamp with time zone not null,
  n integer not null,
  PRIMARY KEY (name, subject, window_start)
);
CREATE INDEX limit_counter_by_age ON public.limit_counter USING btree (window_start);
grant delete, insert, select, update on limit_counter to daybook_app;

create table link (
  venue_id integer not null,
  link_id bigint not null,
  provider text not null,
  location_id integer,
  status text not null,
  account_id text not null,
  account_name text,
  is_live boolean not null,
  scopes text not null default ''::text,
  meta jsonb not null default '{}'::jsonb,
  linked_by integer,
  linked_at timestamp with time zone not null,
  last_ok_at timestamp with time zone,
  last_error text,
  last_error_at timestamp with time zone,
  next_try_at timestamp with time zone,
  ended_at timestamp with time zone,
  tells_sales boolean not null default false,
  PRIMARY KEY (venue_id, link_id),
  CHECK ((status = ANY (ARRAY['connected'::text, 'attention'::text, 'disconnecting'::text, 'revoked'::text]))),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
CREATE UNIQUE INDEX link_open ON public.link USING btree (venue_id, provider, location_id) NULLS NOT DISTINCT WHERE (status = ANY (ARRAY['connected'::text, 'attention'::text]));
alter table link enable row level security, force row level security;
create policy venue_wall on link using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on link to daybook_app;
grant select on link to daybook_report;

create table link_authorisation (
  venue_id integer not null,
  state_hash bytea not null,
  provider text not null,
  location_id integer,
  user_id integer not null,
  redirect_uri text not null,
  shop text,
  verifier bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (venue_id, state_hash),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
alter table link_authorisation enable row level security, force row level security;
create policy venue_wall on link_authorisation using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on link_authorisation to daybook_app;

create table link_lease (
  venue_id integer not null,
  link_id bigint not null,
  holder text,
  held_until timestamp with time zone,
  PRIMARY KEY (venue_id, link_id),
  FOREIGN KEY (venue_id, link_id) REFERENCES link(venue_id, link_id) ON DELETE CASCADE
);
alter table link_lease enable row level security, force row level security;
create policy venue_wall on link_lease using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on link_lease to daybook_app;

create table link_secret (
  venue_id integer not null,
  link_id bigint not null,
  provider text not null,
  access_token bytea not null,
  refresh_token bytea,
  expires_at timestamp with time zone,
  PRIMARY KEY (venue_id, link_id),
  FOREIGN KEY (venue_id, link_id) REFERENCES link(venue_id, link_id) ON DELETE CASCADE
);
alter table link_secret enable row level security, force row level security;
create policy venue_wall on link_secret using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on link_secret to daybook_app;

create table link_sync (
  venue_id integer not null,
  link_id bigint not null,
  stream text not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  after text,
  at timestamp with time zone,
  failures integer not null default 0,
  first_done_at timestamp with time zone,
  PRIMARY KEY (venue_id, link_id, stream),
  FOREIGN KEY (venue_id, link_id) REFERENCES link(venue_id, link_id) ON DELETE CASCADE
);
alter table link_sync enable row level security, force row level security;
create policy venue_wall on link_sync using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on link_sync to daybook_app;
grant select on link_sync to daybook_report;

create table link_token (
  token_hash bytea not null,
  purpose text not null,
  user_id integer not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  voided_at timestamp with time zone,
  PRIMARY KEY (token_hash),
  CHECK ((purpose = ANY (ARRAY['reset'::text, 'invite'::text]))),
  FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
CREATE INDEX link_token_by_user ON public.link_token USING btree (user_id) WHERE ((used_at IS NULL) AND (voided_at IS NULL));
grant delete, insert, select, update on link_token to daybook_app;
grant select (purpose, user_id, created_at, expires_at, used_at, voided_at) on link_token to daybook_report;

create table linked_account (
  provider text not null,
  account_id text not null,
  venue_id integer not null,
  link_id bigint not null,
  PRIMARY KEY (provider, account_id)
);
grant delete, insert, select, update on linked_account to daybook_app;
grant select on linked_account to daybook_report;

create table linked_member (
  venue_id integer not null,
  provider text not null,
  account_id text not null,
  member_id text not null,
  card_id bigint,
  base bigint not null default 0,
  gap bigint not null default 0,
  apart boolean not null default false,
  gone boolean not null default false,
  card_number text not null,
  name text not null,
  email text,
  phone text,
  tier text,
  points bigint not null,
  kept_profile text,
  kept_number text,
  conflicts text[] not null default '{}'::text[],
  matched_at timestamp with time zone not null,
  read_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, provider, account_id, member_id),
  FOREIGN KEY (venue_id, card_id) REFERENCES loyalty_card(venue_id, card_id)
);
CREATE INDEX linked_member_by_card ON public.linked_member USING btree (venue_id, card_id) WHERE (card_id IS NOT NULL);
CREATE INDEX linked_member_in_conflict ON public.linked_member USING btree (venue_id, provider, account_id, member_id) WHERE (conflicts <> '{}'::text[]);
alter table linked_member enable row level security, force row level security;
create policy venue_wall on linked_member using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on linked_member to daybook_app;
grant select on linked_member to daybook_report;

create table location (
  venue_id integer not null,
  location_id integer not null default nextval('location_id_seq'::regclass),
  name text not null,
  time_zone text not null,
  day_start time without time zone not null default '05:00:00'::time without time zone,
  currency text not null,
  address text,
  region text not null default ''::text,
  active boolean not null default true,
  external_code text,
  created_at timestamp with time zone not null default now(),
  cover_method text not null default 'patron'::text,
  removed_at timestamp with time zone,
  PRIMARY KEY (venue_id, location_id),
  CHECK ((cover_method = ANY (ARRAY['patron'::text, 'item'::text]))),
  UNIQUE (venue_id, external_code),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table location enable row level security, force row level security;
create policy venue_wall on location using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on location to daybook_app;
grant select on location to daybook_report;

create table location_calendar (
  venue_id integer not null,
  location_id integer not null,
  from_day date not null,
  time_zone text not null,
  day_start time without time zone not null,
  PRIMARY KEY (venue_id, location_id, from_day),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
alter table location_calendar enable row level security, force row level security;
create policy venue_wall on location_calendar using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on location_calendar to daybook_app;
grant select on location_calendar to daybook_report;

create table location_key (
  key_id integer not null generated always as identity,
  key_hash bytea not null,
  prefix text not null,
  venue_id integer not null,
  location_id integer not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  PRIMARY KEY (key_id),
  UNIQUE (key_hash)
);
CREATE INDEX location_key_by_location ON public.location_key USING btree (venue_id, location_id);
grant delete, insert, select, update on location_key to daybook_app;
grant select (key_id, prefix, venue_id, location_id, name, created_at, last_used_at, expires_at, revoked_at) on location_key to daybook_report;

create table location_marketplace (
  venue_id integer not null,
  location_id integer not null,
  enabled boolean not null default false,
  display_name text not null default ''::text,
  description text not null default ''::text,
  pickup_enabled boolean not null default true,
  delivery_enabled boolean not null default false,
  preparation_minutes integer not null default 15,
  minimum_order bigint not null default 0,
  markup integer not null default 0,
  commission integer not null default 0,
  opening_hours jsonb not null default '[]'::jsonb,
  paused_until timestamp with time zone,
  version integer not null default 0,
  menu_version integer not null default 0,
  PRIMARY KEY (venue_id, location_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
alter table location_marketplace enable row level security, force row level security;
create policy venue_wall on location_marketplace using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on location_marketplace to daybook_app;
grant select on location_marketplace to daybook_report;

create table loyalty_adjustment (
  venue_id integer not null,
  movement_id bigint not null,
  card_id bigint not null,
  points bigint not null,
  location_id integer not null,
  comments text not null,
  state smallint not null default 1,
  asked_by integer not null,
  asked_at timestamp with time zone not null,
  decided_by integer,
  decided_at timestamp with time zone,
  decision_comments text not null default ''::text,
  PRIMARY KEY (venue_id, movement_id),
  CHECK ((points <> 0)),
  FOREIGN KEY (venue_id, card_id) REFERENCES loyalty_card(venue_id, card_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
CREATE INDEX loyalty_adjustment_pending ON public.loyalty_adjustment USING btree (venue_id, state, movement_id);
alter table loyalty_adjustment enable row level security, force row level security;
create policy venue_wall on loyalty_adjustment using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select, update on loyalty_adjustment to daybook_app;
grant select on loyalty_adjustment to daybook_report;

create table loyalty_backlog (
  venue_id integer not null,
  posted_through bigint not null default 0,
  is_done boolean not null default false,
  PRIMARY KEY (venue_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table loyalty_backlog enable row level security, force row level security;
create policy venue_wall on loyalty_backlog using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on loyalty_backlog to daybook_app;
grant select on loyalty_backlog to daybook_report;

create table loyalty_card (
  venue_id integer not null,
  card_id bigint not null,
  number text not null,
  number_key text not null,
  number_reversed text not null,
  name text not null default ''::text,
  name_key text not null default ''::text,
  email text,
  email_key text,
  phone text,
  phone_reversed text,
  tier text,
  status smallint not null default 1,
  replaced_by bigint,
  member_id bigint not null,
  points bigint not null default 0,
  owed bigint not null default 0,
  joined date not null,
  last_used date,
  is_stub boolean not null default false,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, card_id),
  CHECK (((points = 0) OR (owed = 0))),
  CHECK (((status = 3) = (replaced_by IS NOT NULL))),
  CHECK ((owed >= 0)),
  CHECK ((points >= 0)),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  UNIQUE (venue_id, number_key)
) with (fillfactor=75);
CREATE INDEX loyalty_card_by_email ON public.loyalty_card USING btree (venue_id, email_key) WHERE (email_key IS NOT NULL);
CREATE INDEX loyalty_card_by_end ON public.loyalty_card USING btree (venue_id, number_reversed);
CREATE INDEX loyalty_card_by_member ON public.loyalty_card USING btree (venue_id, member_id);
CREATE INDEX loyalty_card_by_phone ON public.loyalty_card USING btree (venue_id, phone_reversed) WHERE (phone_reversed IS NOT NULL);
CREATE INDEX loyalty_card_by_replaced ON public.loyalty_card USING btree (venue_id, member_id) WHERE (status = 3);
CREATE INDEX loyalty_card_by_use ON public.loyalty_card USING btree (venue_id, last_used);
CREATE INDEX loyalty_card_replaced ON public.loyalty_card USING btree (venue_id, card_id) WHERE (card_id <> member_id);
CREATE INDEX loyalty_card_stubs ON public.loyalty_card USING btree (venue_id, card_id) WHERE is_stub;
alter table loyalty_card enable row level security, force row level security;
create policy venue_wall on loyalty_card using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select, update on loyalty_card to daybook_app;
grant select on loyalty_card to daybook_report;

create table loyalty_day (
  venue_id integer not null,
  location_id integer not null,
  day date not null,
  figure smallint not null,
  points bigint not null,
  PRIMARY KEY (venue_id, location_id, day, figure)
) with (fillfactor=80);
alter table loyalty_day enable row level security, force row level security;
create policy venue_wall on loyalty_day using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select, update on loyalty_day to daybook_app;
grant select on loyalty_day to daybook_report;

create table loyalty_entry (
  venue_id integer not null,
  movement_id bigint not null,
  entry_no smallint not null,
  account smallint not null,
  card_id bigint,
  delta bigint not null,
  kind smallint not null,
  location_id integer not null,
  business_date date not null,
  PRIMARY KEY (venue_id, movement_id, entry_no),
  CHECK (((card_id IS NOT NULL) = (account <= 2))),
  CHECK ((delta <> 0))
);
CREATE INDEX loyalty_entry_by_card ON public.loyalty_entry USING btree (venue_id, card_id, movement_id) WHERE (card_id IS NOT NULL);
alter table loyalty_entry enable row level security, force row level security;
create policy venue_wall on loyalty_entry using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on loyalty_entry to daybook_app;
grant select on loyalty_entry to daybook_report;

create table loyalty_movement (
  venue_id integer not null,
  movement_id bigint not null,
  kind smallint not null,
  card_id bigint not null,
  other_card_id bigint,
  points bigint not null,
  location_id integer not null,
  business_date date not null,
  at timestamp with time zone not null,
  sale_id bigint,
  computed boolean not null default false,
  worth bigint,
  reverses bigint,
  actor_user_id integer,
  on_behalf_of_user_id integer,
  comments text not null default ''::text,
  PRIMARY KEY (venue_id, movement_id)
);
CREATE INDEX loyalty_movement_by_card ON public.loyalty_movement USING btree (venue_id, card_id, movement_id);
CREATE INDEX loyalty_movement_by_day ON public.loyalty_movement USING btree (venue_id, location_id, business_date);
CREATE INDEX loyalty_movement_by_hand ON public.loyalty_movement USING btree (venue_id, business_date) WHERE (sale_id IS NULL);
CREATE INDEX loyalty_movement_by_other_card ON public.loyalty_movement USING btree (venue_id, other_card_id, movement_id) WHERE (other_card_id IS NOT NULL);
CREATE INDEX loyalty_movement_expiries ON public.loyalty_movement USING btree (venue_id, at) WHERE (kind = 5);
CREATE INDEX loyalty_movement_reversals ON public.loyalty_movement USING btree (venue_id, reverses) WHERE (reverses IS NOT NULL);
alter table loyalty_movement enable row level security, force row level security;
create policy venue_wall on loyalty_movement using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on loyalty_movement to daybook_app;
grant select on loyalty_movement to daybook_report;

create table loyalty_name_part (
  venue_id integer not null,
  part text not null,
  card_id bigint not null,
  PRIMARY KEY (venue_id, part, card_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
CREATE INDEX loyalty_name_part_by_card ON public.loyalty_name_part USING btree (venue_id, card_id);
alter table loyalty_name_part enable row level security, force row level security;
create policy venue_wall on loyalty_name_part using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on loyalty_name_part to daybook_app;
grant select on loyalty_name_part to daybook_report;

create table marketplace_group (
  venue_id integer not null,
  location_id integer not null,
  group_no smallint not null,
  name text not null,
  description text not null,
  PRIMARY KEY (venue_id, location_id, group_no),
  FOREIGN KEY (venue_id, location_id) REFERENCES location_marketplace(venue_id, location_id)
);
alter table marketplace_group enable row level security, force row level security;
create policy venue_wall on marketplace_group using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on marketplace_group to daybook_app;
grant select on marketplace_group to daybook_report;

create table marketplace_item (
  venue_id integer not null,
  location_id integer not null,
  product_id integer not null,
  item_id text not null,
  group_no smallint not null,
  place integer not null,
  name text,
  description text not null,
  PRIMARY KEY (venue_id, location_id, product_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location_marketplace(venue_id, location_id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, product_id)
);
alter table marketplace_item enable row level security, force row level security;
create policy venue_wall on marketplace_item using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on marketplace_item to daybook_app;
grant select on marketplace_item to daybook_report;

create table member_number (
  venue_id integer not null,
  card_number text not null,
  member_no integer not null,
  card_key text not null,
  PRIMARY KEY (venue_id, card_number),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
CREATE INDEX member_number_by_key ON public.member_number USING btree (venue_id, card_key);
CREATE INDEX member_number_by_number ON public.member_number USING btree (venue_id, member_no);
alter table member_number enable row level security, force row level security;
create policy venue_wall on member_number using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on member_number to daybook_app;
grant select on member_number to daybook_report;

create table member_telling (
  venue_id integer not null,
  telling_id bigint not null,
  provider text not null,
  account_id text not null,
  member_id text not null,
  points bigint not null,
  asked_at timestamp with time zone not null,
  told_at timestamp with time zone,
  refused_at timestamp with time zone,
  PRIMARY KEY (venue_id, telling_id),
  CHECK ((points <> 0)),
  FOREIGN KEY (venue_id, provider, account_id, member_id) REFERENCES linked_member(venue_id, provider, account_id, member_id)
);
CREATE INDEX member_telling_by_member ON public.member_telling USING btree (venue_id, provider, account_id, member_id) INCLUDE (points, told_at) WHERE (refused_at IS NULL);
alter table member_telling enable row level security, force row level security;
create policy venue_wall on member_telling using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on member_telling to daybook_app;
grant select on member_telling to daybook_report;

create table member_transaction (
  venue_id integer not null,
  provider text not null,
  account_id text not null,
  transaction_id text not null,
  member_id text not null,
  points bigint not null,
  movement_id bigint,
  PRIMARY KEY (venue_id, provider, account_id, transaction_id),
  FOREIGN KEY (venue_id, provider, account_id, member_id) REFERENCES linked_member(venue_id, provider, account_id, member_id)
);
CREATE INDEX member_transaction_by_member ON public.member_transaction USING btree (venue_id, provider, account_id, member_id) INCLUDE (points) WHERE (movement_id IS NOT NULL);
CREATE INDEX member_transaction_by_movement ON public.member_transaction USING btree (venue_id, movement_id) WHERE (movement_id IS NOT NULL);
alter table member_transaction enable row level security, force row level security;
create policy venue_wall on member_transaction using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on member_transaction to daybook_app;
grant select on member_transaction to daybook_report;

create table migration (
  name text not null,
  sha text not null,
  applied_at timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);
grant select on migration to daybook_app;
grant select on migration to daybook_report;

create table online_order (
  venue_id integer not null,
  provider text not null,
  order_id text not null,
  account_id text not null,
  place_id text not null,
  name text not null,
  placed_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  currency text not null,
  total bigint not null,
  state text not null,
  reasons jsonb not null default '[]'::jsonb,
  told jsonb,
  stored jsonb not null default '[]'::jsonb,
  card text,
  customer_id text,
  PRIMARY KEY (venue_id, provider, order_id),
  CHECK ((state = ANY (ARRAY['taken'::text, 'waiting'::text, 'refused'::text, 'left out'::text])))
);
CREATE INDEX online_order_by_customer ON public.online_order USING btree (venue_id, provider, account_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX online_order_open ON public.online_order USING btree (venue_id, provider, placed_at) WHERE (state = ANY (ARRAY['waiting'::text, 'refused'::text]));
alter table online_order enable row level security, force row level security;
create policy venue_wall on online_order using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on online_order to daybook_app;
grant select on online_order to daybook_report;

create table online_place (
  venue_id integer not null,
  provider text not null,
  account_id text not null,
  place_id text not null,
  name text not null,
  location_id integer,
  PRIMARY KEY (venue_id, provider, account_id, place_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
alter table online_place enable row level security, force row level security;
create policy venue_wall on online_place using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on online_place to daybook_app;
grant select on online_place to daybook_report;

create table outside_recipient (
  venue_id integer not null,
  outside_id bigint not null,
  address text not null,
  address_key text not null,
  state text not null default 'asked'::text,
  asked_by integer not null,
  asked_at timestamp with time zone not null,
  language text not null,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  token_hash bytea,
  PRIMARY KEY (venue_id, outside_id),
  UNIQUE (venue_id, address_key),
  FOREIGN KEY (venue_id, asked_by) REFERENCES employee(venue_id, employee_id),
  UNIQUE (venue_id, token_hash)
);
alter table outside_recipient enable row level security, force row level security;
create policy venue_wall on outside_recipient using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on outside_recipient to daybook_app;
grant select (venue_id, outside_id, address, address_key, state, asked_by, asked_at, language, expires_at, answered_at) on outside_recipient to daybook_report;

create table packed_guests (
  venue_id integer not null,
  location_id integer not null,
  month date not null,
  through date not null,
  basis text not null,
  visit_days text not null,
  visitors text not null,
  patron_days text not null default ''::text,
  item_days text not null default ''::text,
  table_days text not null default ''::text,
  PRIMARY KEY (venue_id, location_id, month)
);
alter table packed_guests enable row level security, force row level security;
create policy venue_wall on packed_guests using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on packed_guests to daybook_app;
grant select on packed_guests to daybook_report;

create table pay_rate (
  venue_id integer not null,
  person_id integer not null,
  from_day date not null,
  per_week boolean not null,
  amount bigint not null,
  PRIMARY KEY (venue_id, person_id, from_day),
  CHECK ((amount >= 0)),
  FOREIGN KEY (venue_id, person_id) REFERENCES roster_person(venue_id, person_id)
);
alter table pay_rate enable row level security, force row level security;
create policy venue_wall on pay_rate using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on pay_rate to daybook_app;
grant select on pay_rate to daybook_report;

create table payment (
  venue_id integer not null,
  provider text not null,
  payment_id text not null,
  link_id bigint not null,
  location_id integer,
  created_at timestamp with time zone not null,
  business_date date not null,
  currency text not null,
  amount bigint not null,
  status text not null,
  is_captured boolean not null,
  is_disputed boolean not null,
  failure_code text,
  method text,
  brand text,
  last4 text,
  country text,
  PRIMARY KEY (venue_id, provider, payment_id),
  CHECK ((status = ANY (ARRAY['succeeded'::text, 'pending'::text, 'failed'::text]))),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
CREATE INDEX payment_by_day ON public.payment USING btree (venue_id, business_date);
alter table payment enable row level security, force row level security;
create policy venue_wall on payment using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on payment to daybook_app;
grant select on payment to daybook_report;

create table payment_day (
  venue_id integer not null,
  business_date date not null,
  location_id integer not null,
  currency text not null,
  payments integer not null,
  volume bigint not null,
  refunds bigint not null,
  disputed bigint not null,
  other bigint not null,
  fee_percent bigint not null,
  fee_fixed bigint not null,
  our_fee bigint not null,
  our_fee_taken bigint not null,
  provider_fee bigint not null,
  net bigint not null,
  failed integer not null,
  failed_amount bigint not null,
  PRIMARY KEY (venue_id, business_date, location_id, currency)
);
alter table payment_day enable row level security, force row level security;
create policy venue_wall on payment_day using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on payment_day to daybook_app;
grant select on payment_day to daybook_report;

create table payment_dispute (
  venue_id integer not null,
  provider text not null,
  dispute_id text not null,
  link_id bigint not null,
  payment_id text not null,
  created_at timestamp with time zone not null,
  currency text not null,
  amount bigint not null,
  status text not null,
  reason text not null,
  answer_by timestamp with time zone,
  PRIMARY KEY (venue_id, provider, dispute_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table payment_dispute enable row level security, force row level security;
create policy venue_wall on payment_dispute using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on payment_dispute to daybook_app;
grant select on payment_dispute to daybook_report;

create table payment_entry (
  venue_id integer not null,
  provider text not null,
  entry_id text not null,
  link_id bigint not null,
  location_id integer,
  kind text not null,
  provider_type text not null,
  created_at timestamp with time zone not null,
  business_date date not null,
  available_at timestamp with time zone not null,
  currency text not null,
  amount bigint not null,
  fee bigint not null,
  our_fee bigint not null,
  net bigint not null,
  payment_id text,
  source_id text,
  payout_id text,
  PRIMARY KEY (venue_id, provider, entry_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
CREATE INDEX payment_entry_by_day ON public.payment_entry USING btree (venue_id, business_date);
CREATE INDEX payment_entry_by_payment ON public.payment_entry USING btree (venue_id, payment_id);
CREATE INDEX payment_entry_by_payout ON public.payment_entry USING btree (venue_id, provider, payout_id) WHERE (payout_id IS NOT NULL);
CREATE INDEX payment_entry_not_paid_out ON public.payment_entry USING btree (venue_id, business_date) INCLUDE (location_id, currency, kind, net) WHERE ((payout_id IS NULL) AND (kind <> 'payout'::text));
alter table payment_entry enable row level security, force row level security;
create policy venue_wall on payment_entry using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on payment_entry to daybook_app;
grant select on payment_entry to daybook_report;

create table payment_fee (
  venue_id integer not null,
  from_day date not null,
  set_on date not null,
  percent_hundredths bigint not null,
  fixed_minor bigint not null,
  PRIMARY KEY (venue_id, from_day),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table payment_fee enable row level security, force row level security;
create policy venue_wall on payment_fee using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on payment_fee to daybook_app;
grant select on payment_fee to daybook_report;

create table payment_match (
  venue_id integer not null,
  provider text not null,
  entry_id text not null,
  location_id integer not null,
  sale_id bigint,
  payment_no smallint,
  reason text,
  made_at timestamp with time zone not null,
  user_id integer not null,
  on_behalf_of_user_id integer,
  PRIMARY KEY (venue_id, provider, entry_id),
  CHECK (((sale_id IS NULL) = (payment_no IS NULL))),
  CHECK (((sale_id IS NULL) <> (reason IS NULL)))
);
CREATE UNIQUE INDEX payment_match_by_tender ON public.payment_match USING btree (venue_id, sale_id, payment_no);
alter table payment_match enable row level security, force row level security;
create policy venue_wall on payment_match using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on payment_match to daybook_app;
grant select on payment_match to daybook_report;

create table payout (
  venue_id integer not null,
  provider text not null,
  payout_id text not null,
  link_id bigint not null,
  location_id integer,
  created_at timestamp with time zone not null,
  arrives_on date not null,
  currency text not null,
  amount bigint not null,
  status text not null,
  failure_code text,
  payments integer not null default 0,
  PRIMARY KEY (venue_id, provider, payout_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
alter table payout enable row level security, force row level security;
create policy venue_wall on payout using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on payout to daybook_app;
grant select on payout to daybook_report;

create table personal_token (
  token_id integer not null generated always as identity,
  token_hash bytea not null,
  prefix text not null,
  user_id integer not null,
  venue_id integer not null,
  employee_id integer not null,
  name text not null,
  reports text[],
  locations integer[],
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_used_ip text,
  revoked_at timestamp with time zone,
  revoked_reason text,
  client text,
  client_hash bytea,
  redirect_uri text,
  code_hash bytea,
  code_until timestamp with time zone,
  code_challenge text,
  fetched_at timestamp with time zone,
  access_until timestamp with time zone,
  refresh_hash bytea,
  PRIMARY KEY (token_id),
  UNIQUE (code_hash),
  UNIQUE (refresh_hash),
  UNIQUE (token_hash),
  FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
CREATE INDEX personal_token_by_person ON public.personal_token USING btree (user_id, venue_id, token_id DESC);
grant delete, insert, select, update on personal_token to daybook_app;
grant select (token_id, prefix, user_id, venue_id, employee_id, name, reports, locations, created_at, expires_at, last_used_at, last_used_ip, revoked_at, revoked_reason, client, fetched_at, access_until) on personal_token to daybook_report;

create table product (
  venue_id integer not null,
  product_id integer not null default nextval('dimension_key_seq'::regclass),
  plu text not null,
  name text not null,
  class_id integer not null,
  list_price bigint,
  cost bigint,
  barcode text,
  mapped boolean not null default false,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, product_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  UNIQUE (venue_id, plu)
);
alter table product enable row level security, force row level security;
create policy venue_wall on product using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on product to daybook_app;
grant select on product to daybook_report;

create table product_class (
  venue_id integer not null,
  class_id integer not null default nextval('dimension_key_seq'::regclass),
  sales_group text not null,
  department text not null,
  product_group text not null,
  category text not null,
  served_as smallint generated always as (
CASE
    WHEN (lower(TRIM(BOTH FROM sales_group)) = ANY (ARRAY['food'::text, 'kitchen'::text, 'フード'::text, '料理'::text])) THEN 1
    WHEN (lower(TRIM(BOTH FROM sales_group)) = ANY (ARRAY['beverage'::text, 'beverages'::text, 'drink'::text, 'drinks'::text, 'bar'::text, 'liquor'::text, 'ドリンク'::text, '飲料'::text])) THEN 2
    WHEN (lower(TRIM(BOTH FROM department)) = ANY (ARRAY['food'::text, 'kitchen'::text, 'フード'::text, '料理'::text])) THEN 1
    WHEN (lower(TRIM(BOTH FROM department)) = ANY (ARRAY['beverage'::text, 'beverages'::text, 'drink'::text, 'drinks'::text, 'bar'::text, 'liquor'::text, 'ドリンク'::text, '飲料'::text])) THEN 2
    ELSE NULL::integer
END) stored,
  PRIMARY KEY (venue_id, class_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  UNIQUE (venue_id, sales_group, department, product_group, category)
);
alter table product_class enable row level security, force row level security;
create policy venue_wall on product_class using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on product_class to daybook_app;
grant select on product_class to daybook_report;

create table product_day (
  venue_id integer not null,
  location_id integer not null,
  day date not null,
  product_id integer not null,
  n integer not null default 0,
  qty bigint not null default 0,
  gross bigint not null default 0,
  promotion bigint not null default 0,
  discount bigint not null default 0,
  refund bigint not null default 0,
  surcharge bigint not null default 0,
  amount bigint not null default 0,
  cost bigint not null default 0,
  tax bigint not null default 0,
  surcharge_tax bigint not null default 0,
  PRIMARY KEY (venue_id, product_id, location_id, day)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE INDEX product_day_by_day ON public.product_day USING btree (venue_id, location_id, day);
alter table product_day enable row level security, force row level security;
create policy venue_wall on product_day using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on product_day to daybook_app;
grant select on product_day to daybook_report;

create table product_spec (
  venue_id integer not null,
  product_id integer not null,
  from_day date not null,
  unit text not null default ''::text,
  stocked boolean not null default true,
  volume bigint,
  abv integer,
  beverage text not null default ''::text,
  container text not null default ''::text,
  draught boolean not null default false,
  tariff_item text not null default ''::text,
  parts jsonb not null default '[]'::jsonb,
  set_at timestamp with time zone not null default now(),
  set_by integer,
  sticks integer,
  tobacco bigint,
  PRIMARY KEY (venue_id, product_id, from_day),
  CHECK (((abv >= 0) AND (abv <= 10000))),
  CHECK (((sticks IS NULL) OR (tobacco IS NULL))),
  CHECK ((sticks > 0)),
  CHECK ((tobacco > 0)),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, product_id),
  CHECK ((volume > 0))
);
alter table product_spec enable row level security, force row level security;
create policy venue_wall on product_spec using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on product_spec to daybook_app;
grant select on product_spec to daybook_report;

create table product_supplier (
  venue_id integer not null,
  product_id integer not null,
  supplier_id integer not null,
  supplier_code text not null default ''::text,
  pack_size bigint,
  order_minimum integer,
  lead_days smallint,
  pack_cost bigint,
  PRIMARY KEY (venue_id, product_id),
  CHECK ((lead_days >= 0)),
  CHECK ((order_minimum > 0)),
  CHECK ((pack_cost >= 0)),
  CHECK ((pack_size > 0)),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, product_id),
  FOREIGN KEY (venue_id, supplier_id) REFERENCES venue_supplier(venue_id, supplier_id)
);
CREATE INDEX product_supplier_by_supplier ON public.product_supplier USING btree (venue_id, supplier_id);
alter table product_supplier enable row level security, force row level security;
create policy venue_wall on product_supplier using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on product_supplier to daybook_app;
grant select on product_supplier to daybook_report;

create table punch (
  venue_id integer not null,
  location_id integer not null,
  code text not null,
  revision integer not null default 1,
  person_id integer not null,
  terminal_key integer not null,
  kind smallint not null,
  at timestamp with time zone not null,
  content_hash bytea not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, location_id, code),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  FOREIGN KEY (venue_id, person_id) REFERENCES roster_person(venue_id, person_id)
);
CREATE INDEX punch_by_person ON public.punch USING btree (venue_id, person_id, location_id, at);
alter table punch enable row level security, force row level security;
create policy venue_wall on punch using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select, update on punch to daybook_app;
grant select on punch to daybook_report;

create table purchase_line (
  venue_id integer not null,
  purchase_id bigint not null,
  supplier_id integer not null,
  invoice text not null,
  line text not null,
  location_id integer not null,
  product_id integer not null,
  received_on date not null,
  qty bigint not null,
  cost bigint not null,
  freight bigint not null,
  tax bigint not null,
  posted_by integer,
  posted_at timestamp with time zone not null default now(),
  pack_size bigint,
  source text not null default 'supplier'::text,
  noted_by integer,
  PRIMARY KEY (venue_id, purchase_id),
  CHECK ((pack_size > 0)),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, product_id),
  UNIQUE (venue_id, supplier_id, invoice, line)
);
CREATE INDEX purchase_line_by_day ON public.purchase_line USING btree (venue_id, supplier_id, received_on);
CREATE INDEX purchase_line_of_product ON public.purchase_line USING btree (venue_id, product_id, supplier_id, received_on DESC);
CREATE INDEX purchase_line_received ON public.purchase_line USING btree (venue_id, received_on, location_id);
alter table purchase_line enable row level security, force row level security;
create policy venue_wall on purchase_line using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on purchase_line to daybook_app;
grant select on purchase_line to daybook_report;

create table purchase_sum (
  venue_id integer not null,
  grain text not null,
  period date not null,
  location_id integer not null,
  product_id integer not null,
  supplier_id integer not null,
  lines integer not null,
  qty bigint not null,
  cost bigint not null,
  freight bigint not null,
  tax bigint not null,
  last_received date not null,
  PRIMARY KEY (venue_id, grain, period, location_id, product_id, supplier_id) INCLUDE (lines, qty, cost, freight, tax, last_received),
  CHECK ((grain = ANY (ARRAY['quarter'::text, 'year'::text]))),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, product_id)
);
alter table purchase_sum enable row level security, force row level security;
create policy venue_wall on purchase_sum using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on purchase_sum to daybook_app;
grant select on purchase_sum to daybook_report;

create table recovery_code (
  user_id integer not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  PRIMARY KEY (user_id, code_hash),
  FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
grant delete, insert, select, update on recovery_code to daybook_app;

create table report_schedule (
  venue_id integer not null,
  schedule_id bigint not null,
  employee_id integer not null,
  name text not null,
  path text not null,
  search text not null,
  report_path text not null,
  report_query jsonb not null,
  every text not null,
  on_day smallint not null,
  language text not null,
  attachment text not null,
  skip_empty boolean not null,
  paused boolean not null default false,
  next_day date not null,
  stopped_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  send_at text,
  PRIMARY KEY (venue_id, schedule_id),
  CHECK ((send_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  FOREIGN KEY (venue_id, employee_id) REFERENCES employee(venue_id, employee_id)
);
alter table report_schedule enable row level security, force row level security;
create policy venue_wall on report_schedule using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on report_schedule to daybook_app;
grant select on report_schedule to daybook_report;

create table reservation (
  venue_id integer not null,
  location_id integer not null,
  reservation_id text not null,
  revision integer not null,
  status smallint not null,
  business_date date not null,
  due_at timestamp with time zone not null,
  booked_at timestamp with time zone,
  seated_at timestamp with time zone,
  left_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  covers integer not null,
  seated_covers integer,
  area text,
  content_hash bytea not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, location_id, reservation_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
CREATE INDEX reservation_by_day ON public.reservation USING btree (venue_id, location_id, business_date);
alter table reservation enable row level security, force row level security;
create policy venue_wall on reservation using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on reservation to daybook_app;
grant select on reservation to daybook_report;

create table reservation_day (
  venue_id integer not null,
  location_id integer not null,
  day date not null,
  counts text not null,
  format text not null default ''::text,
  PRIMARY KEY (venue_id, location_id, day)
);
alter table reservation_day enable row level security, force row level security;
create policy venue_wall on reservation_day using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on reservation_day to daybook_app;
grant select on reservation_day to daybook_report;

create table role (
  venue_id integer not null,
  role_id integer not null default nextval('role_id_seq'::regclass),
  name text not null,
  name_key text not null,
  tags text[] not null,
  version integer not null default 1,
  PRIMARY KEY (venue_id, role_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  UNIQUE (venue_id, name_key)
);
alter table role enable row level security, force row level security;
create policy venue_wall on role using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on role to daybook_app;
grant select on role to daybook_report;

create table rollup (
  venue_id integer not null,
  grain smallint not null,
  dim smallint not null,
  location_id integer not null,
  period date not null,
  key integer not null,
  n integer not null default 0,
  customers integer not null default 0,
  qty bigint not null default 0,
  gross bigint not null default 0,
  promotion bigint not null default 0,
  discount bigint not null default 0,
  refund bigint not null default 0,
  surcharge bigint not null default 0,
  amount bigint not null default 0,
  cost bigint not null default 0,
  tax bigint not null default 0,
  surcharge_tax bigint not null default 0,
  PRIMARY KEY (venue_id, grain, dim, location_id, period, key)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02, fillfactor=100);
alter table rollup enable row level security, force row level security;
create policy venue_wall on rollup using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on rollup to daybook_app;
grant select on rollup to daybook_report;

create table rollup_beside (
  venue_id integer not null,
  grain smallint not null,
  dim smallint not null,
  location_id integer not null,
  period date not null,
  key integer not null,
  takeaway integer not null default 0,
  delivery integer not null default 0,
  card_n integer not null default 0,
  card_amount bigint not null default 0,
  non_sales bigint not null default 0,
  tips bigint not null default 0,
  rounding bigint not null default 0,
  PRIMARY KEY (venue_id, grain, dim, location_id, period, key)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02, fillfactor=100);
alter table rollup_beside enable row level security, force row level security;
create policy venue_wall on rollup_beside using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on rollup_beside to daybook_app;
grant select on rollup_beside to daybook_report;

create table rollup_cover (
  venue_id integer not null,
  grain smallint not null,
  dim smallint not null,
  location_id integer not null,
  period date not null,
  key integer not null,
  n integer not null default 0,
  net bigint not null default 0,
  food bigint not null default 0,
  beverage bigint not null default 0,
  units bigint not null default 0,
  patrons integer not null default 0,
  reserved_n integer not null default 0,
  reserved_units bigint not null default 0,
  reserved_patrons integer not null default 0,
  reserved_table_net bigint not null default 0,
  PRIMARY KEY (venue_id, grain, dim, location_id, period, key)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02, fillfactor=100);
alter table rollup_cover enable row level security, force row level security;
create policy venue_wall on rollup_cover using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on rollup_cover to daybook_app;
grant select on rollup_cover to daybook_report;

create table rollup_tender (
  venue_id integer not null,
  grain smallint not null,
  dim smallint not null,
  location_id integer not null,
  period date not null,
  key integer not null,
  n integer not null default 0,
  tendered bigint not null default 0,
  change bigint not null default 0,
  cash_out bigint not null default 0,
  refund bigint not null default 0,
  surcharge bigint not null default 0,
  net bigint not null default 0,
  tip bigint not null default 0,
  PRIMARY KEY (venue_id, grain, dim, location_id, period, key)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02, fillfactor=100);
alter table rollup_tender enable row level security, force row level security;
create policy venue_wall on rollup_tender using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on rollup_tender to daybook_app;
grant select on rollup_tender to daybook_report;

create table roster_area (
  venue_id integer not null,
  area_id integer not null default nextval('roster_person_seq'::regclass),
  source smallint not null,
  code text not null,
  name text not null,
  location_id integer,
  company text not null default ''::text,
  active boolean not null default true,
  placed_at timestamp with time zone,
  placed_by integer,
  PRIMARY KEY (venue_id, area_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  UNIQUE (venue_id, source, code)
);
alter table roster_area enable row level security, force row level security;
create policy venue_wall on roster_area using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select, update on roster_area to daybook_app;
grant select on roster_area to daybook_report;

create table roster_person (
  venue_id integer not null,
  person_id integer not null default nextval('roster_person_seq'::regclass),
  source smallint not null,
  code text not null,
  name text not null,
  employee_id integer,
  same_as integer,
  settled boolean not null default false,
  home_location_id integer,
  created_at timestamp with time zone not null default now(),
  email text,
  settled_at timestamp with time zone,
  settled_by integer,
  PRIMARY KEY (venue_id, person_id),
  FOREIGN KEY (venue_id, employee_id) REFERENCES employee(venue_id, employee_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, home_location_id) REFERENCES location(venue_id, location_id),
  UNIQUE (venue_id, source, code)
);
CREATE INDEX roster_person_by_employee ON public.roster_person USING btree (venue_id, employee_id) WHERE (employee_id IS NOT NULL);
alter table roster_person enable row level security, force row level security;
create policy venue_wall on roster_person using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select, update on roster_person to daybook_app;
grant select on roster_person to daybook_report;

create table roster_shift (
  venue_id integer not null,
  shift_id bigint not null,
  source smallint not null,
  code text not null,
  revision integer not null default 1,
  location_id integer,
  area_id integer,
  person_id integer,
  day date not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  break_minutes integer not null default 0,
  minutes integer not null,
  cost bigint,
  published boolean not null default true,
  withdrawn boolean not null default false,
  content_hash bytea not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, shift_id),
  CHECK (((ends_at > starts_at) AND (minutes >= 0) AND (break_minutes >= 0))),
  FOREIGN KEY (venue_id, area_id) REFERENCES roster_area(venue_id, area_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  FOREIGN KEY (venue_id, person_id) REFERENCES roster_person(venue_id, person_id),
  UNIQUE (venue_id, source, code)
);
CREATE INDEX roster_shift_by_day ON public.roster_shift USING btree (venue_id, day, location_id);
CREATE INDEX roster_shift_by_person ON public.roster_shift USING btree (venue_id, person_id, day);
alter table roster_shift enable row level security, force row level security;
create policy venue_wall on roster_shift using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select, update on roster_shift to daybook_app;
grant select on roster_shift to daybook_report;

create table roster_template (
  venue_id integer not null,
  template_id bigint not null,
  source smallint not null,
  code text not null,
  location_id integer not null,
  area_id integer,
  name text not null,
  weekday smallint not null,
  starts time without time zone not null,
  ends time without time zone not null,
  break_minutes integer not null default 0,
  last_day date,
  PRIMARY KEY (venue_id, template_id),
  FOREIGN KEY (venue_id, area_id) REFERENCES roster_area(venue_id, area_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  UNIQUE (venue_id, source, code),
  CHECK (((weekday >= 1) AND (weekday <= 7)))
);
alter table roster_template enable row level security, force row level security;
create policy venue_wall on roster_template using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on roster_template to daybook_app;
grant select on roster_template to daybook_report;

create table running_total (
  venue_id integer not null,
  location_id integer not null,
  day date not null,
  kind smallint not null,
  sums text not null,
  subject smallint not null,
  format text not null default ''::text,
  PRIMARY KEY (venue_id, location_id, day, kind, subject)
);
alter table running_total enable row level security, force row level security;
create policy venue_wall on running_total using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on running_total to daybook_app;
grant select on running_total to daybook_report;

create table sale (
  venue_id integer not null,
  sale_id bigint not null,
  location_id integer not null,
  terminal_key integer not null,
  receipt text not null,
  revision integer not null,
  kind smallint not null,
  counter_of bigint,
  original_receipt text,
  business_date date not null,
  sent_business_date date,
  opened_at timestamp with time zone,
  closed_at timestamp with time zone not null,
  local_hour smallint not null,
  local_minute smallint not null,
  clerk_key integer,
  order_type smallint not null,
  table_name text,
  covers integer not null default 0,
  card_number text,
  points_accrued integer not null default 0,
  points_redeemed integer not null default 0,
  n smallint not null,
  customers integer not null,
  qty bigint not null,
  gross bigint not null,
  promotion bigint not null,
  discount bigint not null,
  refund bigint not null,
  surcharge bigint not null,
  amount bigint not null,
  cost bigint not null,
  tax bigint not null,
  non_sales bigint not null,
  tips bigint not null,
  rounding bigint not null,
  total bigint not null,
  batch_id text,
  content_hash bytea not null,
  source text not null default ''::text,
  received_at timestamp with time zone not null default now(),
  sequence integer,
  reservation text,
  points_source smallint not null default 0,
  round integer not null default 0,
  undoes boolean not null default false,
  surcharge_tax bigint not null default 0,
  PRIMARY KEY (venue_id, sale_id),
  UNIQUE (venue_id, receipt, terminal_key, location_id, revision, kind, round)
);
CREATE INDEX sale_by_day ON public.sale USING btree (venue_id, location_id, business_date, closed_at);
CREATE INDEX sale_by_import ON public.sale USING btree (venue_id, batch_id, location_id, sale_id) WHERE (source = 'Import'::text);
CREATE INDEX sale_by_original ON public.sale USING btree (venue_id, location_id, terminal_key, original_receipt) WHERE (kind = 3);
CREATE INDEX sale_by_sequence ON public.sale USING btree (venue_id, location_id, terminal_key, sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX sale_points_without_card ON public.sale USING btree (venue_id, location_id, business_date) WHERE ((points_accrued <> 0) AND (card_number IS NULL));
CREATE INDEX sale_refund_by_original ON public.sale USING btree (venue_id, location_id, original_receipt) WHERE (kind = 2);
CREATE INDEX sale_undone ON public.sale USING btree (venue_id, receipt, terminal_key, location_id, revision, kind, round) WHERE undoes;
CREATE INDEX sale_with_points ON public.sale USING btree (venue_id, location_id, business_date) INCLUDE (sale_id, kind, points_accrued) WHERE (points_accrued <> 0);
alter table sale enable row level security, force row level security;
create policy venue_wall on sale using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on sale to daybook_app;
grant select on sale to daybook_report;

create table sale_adjustment (
  venue_id integer not null,
  sale_id bigint not null,
  adjustment_no smallint not null,
  location_id integer not null,
  business_date date not null,
  kind smallint not null,
  key integer not null,
  line_no smallint,
  amount bigint not null,
  PRIMARY KEY (venue_id, sale_id, adjustment_no)
);
alter table sale_adjustment enable row level security, force row level security;
create policy venue_wall on sale_adjustment using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on sale_adjustment to daybook_app;
grant select on sale_adjustment to daybook_report;

create table sale_batch (
  venue_id integer not null,
  location_id integer not null,
  batch_id text not null,
  content_hash bytea not null,
  answer jsonb not null,
  received_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, location_id, batch_id)
);
alter table sale_batch enable row level security, force row level security;
create policy venue_wall on sale_batch using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on sale_batch to daybook_app;
grant select on sale_batch to daybook_report;

create table sale_line (
  venue_id integer not null,
  sale_id bigint not null,
  line_no smallint not null,
  location_id integer not null,
  business_date date not null,
  kind smallint not null,
  product_id integer not null,
  class_id integer not null,
  name text not null,
  qty bigint not null,
  unit_price bigint not null,
  gross bigint not null,
  promotion bigint not null,
  discount bigint not null,
  refund bigint not null,
  surcharge bigint not null,
  amount bigint not null,
  tax bigint not null,
  cost bigint not null,
  wastage boolean not null default false,
  voided boolean not null default false,
  parent_line_no smallint,
  counts boolean not null,
  n smallint not null,
  cover_units bigint not null default 0,
  modifiers text,
  wastage_reason_key integer,
  voucher integer,
  surcharge_tax bigint not null default 0,
  PRIMARY KEY (venue_id, sale_id, line_no)
);
CREATE INDEX sale_line_by_product ON public.sale_line USING btree (venue_id, product_id, business_date, location_id);
CREATE INDEX sale_line_refunded ON public.sale_line USING btree (venue_id, location_id, business_date) WHERE (refund <> 0);
CREATE INDEX sale_line_vouchers ON public.sale_line USING btree (venue_id, location_id, business_date) WHERE (voucher IS NOT NULL);
CREATE INDEX sale_line_wasted ON public.sale_line USING btree (venue_id, location_id, business_date) WHERE wastage;
alter table sale_line enable row level security, force row level security;
create policy venue_wall on sale_line using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on sale_line to daybook_app;
grant select on sale_line to daybook_report;

create table sale_payment (
  venue_id integer not null,
  sale_id bigint not null,
  payment_no smallint not null,
  location_id integer not null,
  business_date date not null,
  media_key integer not null,
  tendered bigint not null,
  change bigint not null,
  cash_out bigint not null,
  tip bigint not null,
  surcharge bigint not null,
  net bigint not null,
  reference text,
  card_type text,
  last4 text,
  voucher integer,
  PRIMARY KEY (venue_id, sale_id, payment_no)
);
CREATE INDEX sale_payment_vouchers ON public.sale_payment USING btree (venue_id, location_id, business_date) WHERE (voucher IS NOT NULL);
alter table sale_payment enable row level security, force row level security;
create policy venue_wall on sale_payment using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on sale_payment to daybook_app;
grant select on sale_payment to daybook_report;

create table sales_told (
  venue_id integer not null,
  link_id bigint not null,
  reference text not null,
  area bigint not null,
  value bigint not null,
  told_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, link_id, reference),
  FOREIGN KEY (venue_id, link_id) REFERENCES link(venue_id, link_id) ON DELETE CASCADE
);
alter table sales_told enable row level security, force row level security;
create policy venue_wall on sales_told using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on sales_told to daybook_app;
grant select on sales_told to daybook_report;

create table saved_order (
  venue_id integer not null,
  saved_id bigint not null,
  location_id integer not null,
  supplier_id integer not null,
  version integer not null default 1,
  note text not null default ''::text,
  saved_by integer,
  saved_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, saved_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  UNIQUE (venue_id, location_id, supplier_id),
  FOREIGN KEY (venue_id, supplier_id) REFERENCES venue_supplier(venue_id, supplier_id)
);
alter table saved_order enable row level security, force row level security;
create policy venue_wall on saved_order using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on saved_order to daybook_app;
grant select on saved_order to daybook_report;

create table saved_order_line (
  venue_id integer not null,
  saved_id bigint not null,
  product_id integer not null,
  packs integer not null,
  PRIMARY KEY (venue_id, saved_id, product_id),
  CHECK ((packs >= 0)),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, product_id),
  FOREIGN KEY (venue_id, saved_id) REFERENCES saved_order(venue_id, saved_id)
);
alter table saved_order_line enable row level security, force row level security;
create policy venue_wall on saved_order_line using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on saved_order_line to daybook_app;
grant select on saved_order_line to daybook_report;

create table saved_view (
  venue_id integer not null,
  view_id bigint not null,
  employee_id integer not null,
  name text not null,
  path text not null,
  search text not null,
  report_path text not null,
  report_query jsonb not null,
  shared boolean not null default false,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, view_id),
  FOREIGN KEY (venue_id, employee_id) REFERENCES employee(venue_id, employee_id),
  UNIQUE (venue_id, employee_id, path, name)
);
alter table saved_view enable row level security, force row level security;
create policy venue_wall on saved_view using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on saved_view to daybook_app;
grant select on saved_view to daybook_report;

create table schedule_mail (
  venue_id integer not null,
  run_id bigint not null,
  employee_id integer,
  state text not null default 'waiting'::text,
  why text not null default ''::text,
  tries integer not null default 0,
  claimed_at timestamp with time zone,
  done_at timestamp with time zone,
  token_hash bytea,
  outside_id bigint,
  recipient_id bigint not null generated always as (COALESCE((employee_id)::bigint, outside_id)) stored,
  PRIMARY KEY (venue_id, run_id, recipient_id),
  FOREIGN KEY (venue_id, employee_id) REFERENCES employee(venue_id, employee_id),
  FOREIGN KEY (venue_id, outside_id) REFERENCES outside_recipient(venue_id, outside_id),
  FOREIGN KEY (venue_id, run_id) REFERENCES schedule_run(venue_id, run_id) ON DELETE CASCADE,
  UNIQUE (venue_id, token_hash)
);
alter table schedule_mail enable row level security, force row level security;
create policy venue_wall on schedule_mail using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on schedule_mail to daybook_app;
grant select (venue_id, run_id, employee_id, state, why, tries, claimed_at, done_at, outside_id, recipient_id) on schedule_mail to daybook_report;

create table schedule_outside (
  venue_id integer not null,
  schedule_id bigint not null,
  outside_id bigint not null,
  unsubscribed_at timestamp with time zone,
  PRIMARY KEY (venue_id, schedule_id, outside_id),
  FOREIGN KEY (venue_id, outside_id) REFERENCES outside_recipient(venue_id, outside_id),
  FOREIGN KEY (venue_id, schedule_id) REFERENCES report_schedule(venue_id, schedule_id) ON DELETE CASCADE
);
alter table schedule_outside enable row level security, force row level security;
create policy venue_wall on schedule_outside using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on schedule_outside to daybook_app;
grant select on schedule_outside to daybook_report;

create table schedule_recipient (
  venue_id integer not null,
  schedule_id bigint not null,
  employee_id integer not null,
  unsubscribed_at timestamp with time zone,
  PRIMARY KEY (venue_id, schedule_id, employee_id),
  FOREIGN KEY (venue_id, employee_id) REFERENCES employee(venue_id, employee_id),
  FOREIGN KEY (venue_id, schedule_id) REFERENCES report_schedule(venue_id, schedule_id) ON DELETE CASCADE
);
alter table schedule_recipient enable row level security, force row level security;
create policy venue_wall on schedule_recipient using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on schedule_recipient to daybook_app;
grant select on schedule_recipient to daybook_report;

create table schedule_run (
  venue_id integer not null,
  run_id bigint not null,
  schedule_id bigint not null,
  kind text not null,
  day date not null,
  nth integer not null,
  asked_by integer,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, run_id),
  FOREIGN KEY (venue_id, schedule_id) REFERENCES report_schedule(venue_id, schedule_id) ON DELETE CASCADE,
  UNIQUE (venue_id, schedule_id, kind, day, nth)
);
alter table schedule_run enable row level security, force row level security;
create policy venue_wall on schedule_run using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on schedule_run to daybook_app;
grant select on schedule_run to daybook_report;

create table second_factor (
  user_id integer not null,
  secret bytea,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  pending_secret bytea,
  pending_until timestamp with time zone,
  PRIMARY KEY (user_id),
  FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
grant delete, insert, select, update on second_factor to daybook_app;

create table server_secret (
  name text not null,
  value bytea not null,
  PRIMARY KEY (name)
);
grant delete, insert, select, update on server_secret to daybook_app;

create table session (
  session_id text not null,
  user_id integer not null,
  auth_hash bytea,
  auth_until timestamp with time zone,
  token_hash bytea,
  companion_hash bytea,
  venue_id integer,
  employee_id integer,
  impersonator_session_id text,
  idle_seconds integer not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  idle_until timestamp with time zone not null,
  absolute_until timestamp with time zone not null,
  ip text,
  user_agent text,
  password_checked_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_reason text,
  board_name text,
  board_locations integer[],
  PRIMARY KEY (session_id),
  UNIQUE (auth_hash),
  UNIQUE (token_hash),
  FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
CREATE INDEX session_by_companion ON public.session USING btree (companion_hash) WHERE (revoked_at IS NULL);
CREATE INDEX session_by_employee ON public.session USING btree (venue_id, employee_id) WHERE (revoked_at IS NULL);
CREATE INDEX session_by_user ON public.session USING btree (user_id) WHERE (revoked_at IS NULL);
grant delete, insert, select, update on session to daybook_app;
grant select (session_id, user_id, auth_until, venue_id, employee_id, impersonator_session_id, idle_seconds, created_at, last_seen_at, idle_until, absolute_until, ip, user_agent, password_checked_at, revoked_at, revoked_reason, board_name, board_locations) on session to daybook_report;

create table sheet_sold (
  venue_id integer not null,
  location_id integer not null,
  business_date date not null,
  terminal_key integer not null,
  session_id bigint not null,
  receipts integer not null,
  delivery integer not null,
  takeaway integer not null,
  no_sales integer not null,
  covers integer not null,
  discounts bigint not null,
  refunds bigint not null,
  voids integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, location_id, business_date, terminal_key, session_id)
);
alter table sheet_sold enable row level security, force row level security;
create policy venue_wall on sheet_sold using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on sheet_sold to daybook_app;
grant select on sheet_sold to daybook_report;

create table sheet_taken (
  venue_id integer not null,
  location_id integer not null,
  business_date date not null,
  terminal_key integer not null,
  session_id bigint not null,
  method text not null,
  n integer not null,
  net bigint not null,
  cash_out bigint not null,
  refunds bigint not null,
  tips bigint not null,
  PRIMARY KEY (venue_id, location_id, business_date, terminal_key, session_id, method)
);
alter table sheet_taken enable row level security, force row level security;
create policy venue_wall on sheet_taken using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on sheet_taken to daybook_app;
grant select on sheet_taken to daybook_report;

create table spent_refresh (
  refresh_hash bytea not null,
  token_id integer not null,
  spent_at timestamp with time zone not null default now(),
  PRIMARY KEY (refresh_hash),
  FOREIGN KEY (token_id) REFERENCES personal_token(token_id) ON DELETE CASCADE
);
grant delete, insert, select, update on spent_refresh to daybook_app;

create table stock_count (
  venue_id integer not null,
  count_id bigint not null,
  location_id integer not null,
  section text not null default ''::text,
  counted_at timestamp with time zone not null,
  day date not null,
  source text not null,
  told_id text,
  note text not null default ''::text,
  committed_by integer,
  committed_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, count_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  UNIQUE (venue_id, location_id, told_id)
);
alter table stock_count enable row level security, force row level security;
create policy venue_wall on stock_count using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on stock_count to daybook_app;
grant select on stock_count to daybook_report;

create table stock_count_line (
  venue_id integer not null,
  count_id bigint not null,
  product_id integer not null,
  qty bigint not null,
  expected bigint,
  average_cost bigint,
  PRIMARY KEY (venue_id, count_id, product_id),
  CHECK ((qty >= 0)),
  FOREIGN KEY (venue_id, count_id) REFERENCES stock_count(venue_id, count_id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, product_id)
);
CREATE INDEX stock_count_line_by_product ON public.stock_count_line USING btree (venue_id, product_id);
alter table stock_count_line enable row level security, force row level security;
create policy venue_wall on stock_count_line using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select on stock_count_line to daybook_app;
grant select on stock_count_line to daybook_report;

create table stock_latest (
  venue_id integer not null,
  location_id integer not null,
  product_id integer not null,
  count_id bigint,
  counted_at timestamp with time zone,
  counted_day date,
  counted_qty bigint,
  average_cost bigint,
  last_received date,
  last_cost bigint,
  moved bigint not null default 0,
  came_qty bigint not null default 0,
  came_cost bigint not null default 0,
  PRIMARY KEY (venue_id, location_id, product_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, product_id)
);
alter table stock_latest enable row level security, force row level security;
create policy venue_wall on stock_latest using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on stock_latest to daybook_app;
grant select on stock_latest to daybook_report;

create table stock_level (
  venue_id integer not null,
  location_id integer not null,
  product_id integer not null,
  "least" bigint,
  most bigint,
  PRIMARY KEY (venue_id, location_id, product_id),
  CHECK ((("least" IS NULL) OR (most IS NULL) OR ("least" <= most))),
  CHECK (("least" >= 0)),
  CHECK ((most >= 0)),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, product_id)
);
alter table stock_level enable row level security, force row level security;
create policy venue_wall on stock_level using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on stock_level to daybook_app;
grant select on stock_level to daybook_report;

create table stock_movement (
  venue_id integer not null,
  movement_id bigint not null,
  location_id integer not null,
  product_id integer not null,
  day date not null,
  kind smallint not null,
  qty bigint not null,
  cost bigint not null,
  purchase_id bigint,
  created_at timestamp with time zone not null default now(),
  at timestamp with time zone,
  reason text not null default ''::text,
  source text not null default 'supplier'::text,
  told_id text,
  other_location_id integer,
  noted_by integer,
  PRIMARY KEY (venue_id, movement_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, product_id)
);
CREATE INDEX stock_movement_by_day ON public.stock_movement USING btree (venue_id, location_id, day);
CREATE INDEX stock_movement_by_product ON public.stock_movement USING btree (venue_id, product_id, location_id, day);
CREATE UNIQUE INDEX stock_movement_told ON public.stock_movement USING btree (venue_id, location_id, told_id, kind);
alter table stock_movement enable row level security, force row level security;
create policy venue_wall on stock_movement using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on stock_movement to daybook_app;
grant select on stock_movement to daybook_report;

create table stock_order (
  venue_id integer not null,
  order_id bigint not null,
  number integer not null,
  location_id integer not null,
  supplier_id integer not null,
  made_on date not null,
  due_on date,
  note text not null default ''::text,
  made_by integer,
  made_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  closed_by integer,
  PRIMARY KEY (venue_id, order_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  UNIQUE (venue_id, number),
  FOREIGN KEY (venue_id, supplier_id) REFERENCES venue_supplier(venue_id, supplier_id)
);
CREATE INDEX stock_order_open ON public.stock_order USING btree (venue_id, location_id) WHERE (closed_at IS NULL);
alter table stock_order enable row level security, force row level security;
create policy venue_wall on stock_order using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on stock_order to daybook_app;
grant select on stock_order to daybook_report;

create table stock_order_line (
  venue_id integer not null,
  order_id bigint not null,
  product_id integer not null,
  packs integer not null,
  pack_size bigint not null,
  pack_cost bigint,
  arrived bigint not null default 0,
  PRIMARY KEY (venue_id, order_id, product_id),
  CHECK ((pack_size > 0)),
  CHECK ((packs > 0)),
  FOREIGN KEY (venue_id, order_id) REFERENCES stock_order(venue_id, order_id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, product_id)
);
alter table stock_order_line enable row level security, force row level security;
create policy venue_wall on stock_order_line using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on stock_order_line to daybook_app;
grant select on stock_order_line to daybook_report;

create table storefront (
  location_id integer not null,
  venue_id integer not null,
  PRIMARY KEY (location_id)
);
grant delete, insert, select, update on storefront to daybook_app;
grant select on storefront to daybook_report;

create table supplier (
  supplier_id integer not null generated always as identity,
  name text not null,
  name_key text not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (supplier_id),
  UNIQUE (name_key)
);
grant delete, insert, select, update on supplier to daybook_app;
grant select on supplier to daybook_report;

create table supplier_grant (
  user_id integer not null,
  venue_id integer not null,
  granted_at timestamp with time zone not null default now(),
  granted_by integer,
  PRIMARY KEY (user_id, venue_id),
  FOREIGN KEY (user_id) REFERENCES supplier_user(user_id)
);
CREATE INDEX supplier_grant_by_venue ON public.supplier_grant USING btree (venue_id, user_id);
grant delete, insert, select, update on supplier_grant to daybook_app;
grant select on supplier_grant to daybook_report;

create table supplier_key (
  key_id integer not null generated always as identity,
  key_hash bytea not null,
  prefix text not null,
  last4 text not null,
  user_id integer not null,
  created_at timestamp with time zone not null default now(),
  created_by integer,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  PRIMARY KEY (key_id),
  UNIQUE (key_hash),
  FOREIGN KEY (user_id) REFERENCES supplier_user(user_id)
);
CREATE INDEX supplier_key_by_user ON public.supplier_key USING btree (user_id, key_id DESC);
grant delete, insert, select, update on supplier_key to daybook_app;
grant select (key_id, prefix, last4, user_id, created_at, created_by, last_used_at, expires_at, revoked_at) on supplier_key to daybook_report;

create table supplier_key_day (
  key_id integer not null,
  day date not null,
  calls integer not null,
  PRIMARY KEY (key_id, day),
  FOREIGN KEY (key_id) REFERENCES supplier_key(key_id)
);
grant delete, insert, select, update on supplier_key_day to daybook_app;
grant select on supplier_key_day to daybook_report;

create table supplier_user (
  user_id integer not null default nextval('supplier_user_id_seq'::regclass),
  supplier_id integer not null,
  name text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (user_id),
  FOREIGN KEY (supplier_id) REFERENCES supplier(supplier_id)
);
CREATE INDEX supplier_user_by_supplier ON public.supplier_user USING btree (supplier_id);
grant delete, insert, select, update on supplier_user to daybook_app;
grant select on supplier_user to daybook_report;

create table target (
  venue_id integer not null,
  location_id integer not null,
  month date not null,
  amount bigint not null,
  days bigint[] not null,
  set_by integer,
  set_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, location_id, month),
  CHECK ((amount >= 0)),
  CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
alter table target enable row level security, force row level security;
create policy venue_wall on target using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on target to daybook_app;
grant select on target to daybook_report;

create table terminal_payment (
  venue_id integer not null,
  provider text not null,
  account_id text not null,
  payment_id text not null,
  link_id bigint not null,
  location_id integer not null,
  business_date date not null,
  local_at timestamp without time zone not null,
  status text not null,
  terminal text not null,
  card text,
  last4 text,
  is_refund boolean not null,
  is_reversal boolean not null,
  sale bigint not null,
  refund bigint not null,
  tip bigint not null,
  cash_out bigint not null,
  surcharge bigint not null,
  donation bigint not null,
  total bigint not null,
  settlement bigint not null,
  fee numeric not null,
  read_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, provider, payment_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
CREATE INDEX terminal_payment_by_day ON public.terminal_payment USING btree (venue_id, location_id, business_date);
CREATE INDEX terminal_payment_of_account ON public.terminal_payment USING btree (venue_id, account_id, business_date);
alter table terminal_payment enable row level security, force row level security;
create policy venue_wall on terminal_payment using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on terminal_payment to daybook_app;
grant select on terminal_payment to daybook_report;

create table terminal_settlement (
  venue_id integer not null,
  provider text not null,
  account_id text not null,
  bank_day date not null,
  line integer not null,
  link_id bigint not null,
  location_id integer not null,
  run_id text,
  gross bigint,
  type text,
  amount bigint,
  status text,
  reference text,
  told_at timestamp with time zone,
  PRIMARY KEY (venue_id, provider, account_id, bank_day, line),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
CREATE INDEX terminal_settlement_by_day ON public.terminal_settlement USING btree (venue_id, location_id, bank_day);
alter table terminal_settlement enable row level security, force row level security;
create policy venue_wall on terminal_settlement using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on terminal_settlement to daybook_app;
grant select on terminal_settlement to daybook_report;

create table till_committed (
  venue_id integer not null,
  session_id bigint not null,
  commit_no smallint not null,
  method text not null,
  expected bigint not null,
  counted bigint,
  PRIMARY KEY (venue_id, session_id, commit_no, method),
  FOREIGN KEY (venue_id, session_id) REFERENCES till_session(venue_id, session_id)
);
alter table till_committed enable row level security, force row level security;
create policy venue_wall on till_committed using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on till_committed to daybook_app;
grant select on till_committed to daybook_report;

create table till_count (
  venue_id integer not null,
  session_id bigint not null,
  count_no smallint not null,
  at timestamp with time zone not null,
  clerk_key integer,
  user_id integer,
  note text not null default ''::text,
  opening_float bigint,
  PRIMARY KEY (venue_id, session_id, count_no),
  FOREIGN KEY (venue_id, session_id) REFERENCES till_session(venue_id, session_id)
);
alter table till_count enable row level security, force row level security;
create policy venue_wall on till_count using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on till_count to daybook_app;
grant select on till_count to daybook_report;

create table till_counted (
  venue_id integer not null,
  session_id bigint not null,
  count_no smallint not null,
  method text not null,
  amount bigint not null,
  note text not null default ''::text,
  PRIMARY KEY (venue_id, session_id, count_no, method),
  CHECK ((amount >= 0)),
  FOREIGN KEY (venue_id, session_id, count_no) REFERENCES till_count(venue_id, session_id, count_no)
);
alter table till_counted enable row level security, force row level security;
create policy venue_wall on till_counted using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on till_counted to daybook_app;
grant select on till_counted to daybook_report;

create table till_denomination (
  venue_id integer not null,
  session_id bigint not null,
  count_no smallint not null,
  value integer not null,
  pieces integer not null,
  PRIMARY KEY (venue_id, session_id, count_no, value),
  CHECK ((pieces >= 0)),
  CHECK ((value > 0)),
  FOREIGN KEY (venue_id, session_id, count_no) REFERENCES till_count(venue_id, session_id, count_no)
);
alter table till_denomination enable row level security, force row level security;
create policy venue_wall on till_denomination using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on till_denomination to daybook_app;
grant select on till_denomination to daybook_report;

create table till_float (
  venue_id integer not null,
  session_id bigint not null,
  float_no smallint not null,
  before bigint not null,
  amount bigint not null,
  at timestamp with time zone not null,
  user_id integer not null,
  on_behalf_of_user_id integer,
  PRIMARY KEY (venue_id, session_id, float_no),
  FOREIGN KEY (venue_id, session_id) REFERENCES till_session(venue_id, session_id)
);
alter table till_float enable row level security, force row level security;
create policy venue_wall on till_float using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on till_float to daybook_app;
grant select on till_float to daybook_report;

create table till_heartbeat (
  venue_id integer not null,
  location_id integer not null,
  terminal_key integer not null,
  at timestamp with time zone not null,
  version text not null default ''::text,
  PRIMARY KEY (venue_id, location_id, terminal_key),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id)
);
alter table till_heartbeat enable row level security, force row level security;
create policy venue_wall on till_heartbeat using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select, update on till_heartbeat to daybook_app;
grant select on till_heartbeat to daybook_report;

create table till_movement (
  venue_id integer not null,
  session_id bigint not null,
  movement_no smallint not null,
  kind smallint not null,
  amount bigint not null,
  reason text not null,
  at timestamp with time zone not null,
  clerk_key integer,
  user_id integer,
  PRIMARY KEY (venue_id, session_id, movement_no),
  CHECK ((amount > 0)),
  FOREIGN KEY (venue_id, session_id) REFERENCES till_session(venue_id, session_id)
);
alter table till_movement enable row level security, force row level security;
create policy venue_wall on till_movement using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on till_movement to daybook_app;
grant select on till_movement to daybook_report;

create table till_photo (
  venue_id integer not null,
  session_id bigint not null,
  photo_id bigint not null,
  kind smallint not null,
  content bytea not null,
  at timestamp with time zone not null,
  kept boolean not null default false,
  user_id integer not null,
  on_behalf_of_user_id integer,
  PRIMARY KEY (venue_id, session_id, photo_id),
  FOREIGN KEY (venue_id, session_id) REFERENCES till_session(venue_id, session_id)
);
alter table till_photo enable row level security, force row level security;
create policy venue_wall on till_photo using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on till_photo to daybook_app;
grant select on till_photo to daybook_report;
grant update (kept) on till_photo to daybook_app;

create table till_session (
  venue_id integer not null,
  session_id bigint not null,
  location_id integer not null,
  terminal_key integer not null,
  code text not null,
  revision integer not null default 1,
  z_number integer,
  business_date date not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  clerk_key integer,
  opening_float bigint not null default 0,
  closing_float bigint,
  currency text not null,
  content_hash bytea not null,
  received_at timestamp with time zone not null,
  state smallint not null default 1,
  pay_ins bigint not null default 0,
  pay_outs bigint not null default 0,
  drops bigint not null default 0,
  banked bigint not null default 0,
  tips_paid_out bigint not null default 0,
  moved_by jsonb,
  settled bigint,
  counts smallint not null default 0,
  counted jsonb,
  pieces bigint,
  piece_values bigint[],
  counted_float bigint,
  counted_at timestamp with time zone,
  counted_by integer,
  counted_by_clerk integer,
  signed_at timestamp with time zone,
  signed_by integer,
  signed_reason text not null default ''::text,
  signed_note text not null default ''::text,
  committed jsonb,
  PRIMARY KEY (venue_id, session_id),
  CHECK (((closed_at IS NULL) OR (closed_at >= opened_at))),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  UNIQUE (venue_id, location_id, terminal_key, code)
);
CREATE INDEX till_session_by_day ON public.till_session USING btree (venue_id, location_id, business_date);
CREATE INDEX till_session_by_till ON public.till_session USING btree (venue_id, location_id, terminal_key, opened_at);
alter table till_session enable row level security, force row level security;
create policy venue_wall on till_session using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select, update on till_session to daybook_app;
grant select on till_session to daybook_report;

create table till_settlement (
  venue_id integer not null,
  session_id bigint not null,
  terminal text not null,
  amount bigint not null,
  payments integer not null,
  PRIMARY KEY (venue_id, session_id, terminal),
  FOREIGN KEY (venue_id, session_id) REFERENCES till_session(venue_id, session_id)
);
alter table till_settlement enable row level security, force row level security;
create policy venue_wall on till_settlement using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on till_settlement to daybook_app;
grant select on till_settlement to daybook_report;

create table till_step (
  venue_id integer not null,
  session_id bigint not null,
  step_no smallint not null,
  state smallint not null,
  at timestamp with time zone not null,
  user_id integer,
  on_behalf_of_user_id integer,
  reason text not null default ''::text,
  note text not null default ''::text,
  PRIMARY KEY (venue_id, session_id, step_no),
  FOREIGN KEY (venue_id, session_id) REFERENCES till_session(venue_id, session_id)
);
alter table till_step enable row level security, force row level security;
create policy venue_wall on till_step using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant insert, select on till_step to daybook_app;
grant select on till_step to daybook_report;

create table timesheet (
  venue_id integer not null,
  timesheet_id bigint not null,
  source smallint not null,
  code text not null,
  revision integer not null default 1,
  location_id integer,
  area_id integer,
  person_id integer not null,
  day date not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  break_minutes integer not null default 0,
  claimed integer,
  actual integer,
  approved integer,
  cost bigint,
  state smallint not null,
  is_leave boolean not null default false,
  no_start boolean not null default false,
  shift_code text,
  approved_by text not null default ''::text,
  approved_at timestamp with time zone,
  note text not null default ''::text,
  content_hash bytea not null,
  received_at timestamp with time zone not null,
  PRIMARY KEY (venue_id, timesheet_id),
  CHECK (((ends_at IS NULL) OR (ends_at >= starts_at))),
  FOREIGN KEY (venue_id, area_id) REFERENCES roster_area(venue_id, area_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id),
  FOREIGN KEY (venue_id, location_id) REFERENCES location(venue_id, location_id),
  FOREIGN KEY (venue_id, person_id) REFERENCES roster_person(venue_id, person_id),
  UNIQUE (venue_id, source, code)
);
CREATE INDEX timesheet_by_day ON public.timesheet USING btree (venue_id, day, location_id);
CREATE INDEX timesheet_by_person ON public.timesheet USING btree (venue_id, person_id, day);
alter table timesheet enable row level security, force row level security;
create policy venue_wall on timesheet using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on timesheet to daybook_app;
grant select on timesheet to daybook_report;

create table trading_day_state (
  venue_id integer not null,
  location_id integer not null,
  day date not null,
  changes bigint not null default 0,
  reconciled_at_change bigint not null default 0,
  last_sale_at timestamp with time zone,
  last_received_at timestamp with time zone,
  products_at_change bigint,
  first_clock smallint,
  last_clock smallint,
  open_minutes integer,
  hours_at_change bigint,
  first_received_at timestamp with time zone default now(),
  late_changes integer not null default 0,
  late_amount bigint not null default 0,
  late_received_at timestamp with time zone,
  sheets_at_change bigint,
  PRIMARY KEY (venue_id, location_id, day)
);
CREATE INDEX trading_day_late ON public.trading_day_state USING btree (venue_id, location_id, day) WHERE (late_changes > 0);
CREATE INDEX trading_day_sheets ON public.trading_day_state USING btree (venue_id, location_id, day) WHERE (sheets_at_change IS DISTINCT FROM changes);
CREATE INDEX trading_day_unsummed ON public.trading_day_state USING btree (venue_id, location_id, day) WHERE (products_at_change IS DISTINCT FROM changes);
alter table trading_day_state enable row level security, force row level security;
create policy venue_wall on trading_day_state using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on trading_day_state to daybook_app;
grant select on trading_day_state to daybook_report;

create table user_preference (
  user_id integer not null,
  language text,
  theme text,
  density text,
  shortcuts boolean,
  columns jsonb not null default '{}'::jsonb,
  PRIMARY KEY (user_id),
  CHECK ((jsonb_typeof(columns) = 'object'::text)),
  CHECK ((density = ANY (ARRAY['standard'::text, 'compact'::text]))),
  CHECK ((language = ANY (ARRAY['en'::text, 'jp'::text]))),
  CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text]))),
  FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
grant delete, insert, select, update on user_preference to daybook_app;
grant select on user_preference to daybook_report;

create table user_venue (
  user_id integer not null,
  venue_id integer not null,
  employee_id integer not null,
  last_opened_at timestamp with time zone,
  PRIMARY KEY (user_id, venue_id),
  FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
CREATE INDEX user_venue_by_venue ON public.user_venue USING btree (venue_id, employee_id);
grant delete, insert, select, update on user_venue to daybook_app;
grant select on user_venue to daybook_report;

create table venue (
  venue_id integer not null generated by default as identity,
  name text not null,
  is_sample boolean not null default false,
  language text not null default 'en'::text,
  currency text not null default 'AUD'::text,
  week_start smallint not null default 1,
  financial_year_start text not null default '07-01'::text,
  loyalty_name text not null default ''::text,
  show_breakdown_page boolean not null default true,
  show_control_sheet boolean not null default true,
  show_excise boolean not null default true,
  show_time_and_attendance_module boolean not null default false,
  dayparts jsonb not null default '[{"To": 11, "From": 5, "Name": "Breakfast"}, {"To": 15, "From": 11, "Name": "Lunch"}, {"To": 17, "From": 15, "Name": "Afternoon"}, {"To": 21, "From": 17, "Name": "Dinner"}, {"To": 29, "From": 21, "Name": "Late"}]'::jsonb,
  created_at timestamp with time zone not null default now(),
  tax_name text not null default ''::text,
  country text not null default ''::text,
  PRIMARY KEY (venue_id),
  CHECK ((country ~ '^([A-Z]{2})?$'::text)),
  CHECK ((language = ANY (ARRAY['en'::text, 'jp'::text]))),
  CHECK (((week_start >= 1) AND (week_start <= 7)))
);
grant delete, insert, select, update on venue to daybook_app;
grant select on venue to daybook_report;

create table venue_domain (
  venue_id integer not null,
  domain text not null,
  shown text not null,
  registered_by integer,
  registered_at timestamp with time zone not null default now(),
  PRIMARY KEY (venue_id, domain),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table venue_domain enable row level security, force row level security;
create policy venue_wall on venue_domain using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on venue_domain to daybook_app;
grant select on venue_domain to daybook_report;

create table venue_setting (
  venue_id integer not null,
  section text not null,
  version integer not null default 0,
  value jsonb not null default '{}'::jsonb,
  PRIMARY KEY (venue_id, section),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table venue_setting enable row level security, force row level security;
create policy venue_wall on venue_setting using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on venue_setting to daybook_app;
grant select on venue_setting to daybook_report;

create table venue_supplier (
  venue_id integer not null,
  supplier_id integer not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  order_email text not null default ''::text,
  lead_days smallint,
  order_by time without time zone,
  order_minimum bigint,
  PRIMARY KEY (venue_id, supplier_id),
  FOREIGN KEY (venue_id) REFERENCES venue(venue_id)
);
alter table venue_supplier enable row level security, force row level security;
create policy venue_wall on venue_supplier using (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer) with check (venue_id = (NULLIF(current_setting('app.venue'::text, true), ''::text))::integer);
grant delete, insert, select, update on venue_supplier to daybook_app;
grant select on venue_supplier to daybook_report;

create table webhook_event (
  provider text not null,
  event_id text not null,
  account_id text,
  type text not null,
  object_id text,
  is_live boolean not null,
  created_at timestamp with time zone not null,
  received_at timestamp with time zone not null default now(),
  venue_id integer,
  link_id bigint,
  state text not null,
  worked_at timestamp with time zone,
  body text,
  is_whole boolean generated always as ((body IS NOT NULL)) stored,
  PRIMARY KEY (provider, event_id),
  CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'ignored'::text])))
);
CREATE INDEX webhook_event_old ON public.webhook_event USING btree (received_at);
CREATE INDEX webhook_event_waiting ON public.webhook_event USING btree (venue_id, link_id, received_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_event_whole ON public.webhook_event USING btree (provider, account_id) WHERE (is_whole AND (state = 'ignored'::text));
grant delete, insert, select, update on webhook_event to daybook_app;
grant select (provider, event_id, account_id, type, object_id, is_live, created_at, received_at, venue_id, link_id, state, worked_at, is_whole) on webhook_event to daybook_report;

create view cover_source with (security_invoker=true) as
 SELECT venue_id,
    location_id,
    period AS business_date,
    (key % 1000)::smallint AS local_hour,
    key / 1000 AS part,
    n::bigint AS n,
    net,
    food,
    beverage,
    units,
    reserved_units,
    reserved_n::bigint AS reserved_n,
        CASE dim
            WHEN 19 THEN n
            ELSE 0
        END::bigint AS table_n,
    patrons::bigint AS patrons,
        CASE dim
            WHEN 19 THEN net
            ELSE 0::bigint
        END AS table_net,
        CASE dim
            WHEN 19 THEN food
            ELSE 0::bigint
        END AS table_food,
        CASE dim
            WHEN 19 THEN beverage
            ELSE 0::bigint
        END AS table_beverage,
        CASE dim
            WHEN 19 THEN reserved_n
            ELSE 0
        END::bigint AS reserved_table_n,
    reserved_patrons::bigint AS reserved_patrons,
    reserved_table_net
   FROM rollup_cover r
  WHERE grain = 1;
grant delete, insert, select, update on cover_source to daybook_app;
grant select on cover_source to daybook_report;

create view guest_source with (security_invoker=true) as
 SELECT s.venue_id,
    s.location_id,
    s.business_date,
    s.local_hour,
    s.local_minute,
    s.n::bigint AS n,
    s.amount - s.surcharge AS net,
    l.food,
    l.beverage,
    l.units,
        CASE
            WHEN s.reservation IS NULL THEN 0::bigint
            ELSE l.units
        END AS reserved_units,
        CASE
            WHEN s.is_table THEN s.n::integer
            ELSE 0
        END::bigint AS table_n,
        CASE
            WHEN s.is_table THEN s.customers
            ELSE 0
        END::bigint AS patrons,
        CASE
            WHEN s.is_table THEN s.amount - s.surcharge
            ELSE 0::bigint
        END AS table_net,
        CASE
            WHEN s.is_table THEN l.food
            ELSE 0::bigint
        END AS table_food,
        CASE
            WHEN s.is_table THEN l.beverage
            ELSE 0::bigint
        END AS table_beverage,
        CASE
            WHEN s.reservation IS NULL THEN 0
            ELSE s.n::integer
        END::bigint AS reserved_n,
        CASE
            WHEN s.reservation IS NOT NULL AND s.is_table THEN s.n::integer
            ELSE 0
        END::bigint AS reserved_table_n,
        CASE
            WHEN s.reservation IS NOT NULL AND s.is_table THEN s.customers
            ELSE 0
        END::bigint AS reserved_patrons,
        CASE
            WHEN s.reservation IS NOT NULL AND s.is_table THEN s.amount - s.surcharge
            ELSE 0::bigint
        END AS reserved_table_net,
    s.is_table
   FROM ( SELECT s_1.venue_id,
            s_1.sale_id,
            s_1.location_id,
            s_1.business_date,
            s_1.local_hour,
            s_1.local_minute,
            s_1.n,
            s_1.customers,
            s_1.amount,
            s_1.surcharge,
            s_1.reservation,
            s_1.covers <> 0 OR s_1.n <> 0 AND s_1.customers = 0 AND s_1.table_name IS NOT NULL AS is_table
           FROM sale s_1
          WHERE s_1.kind = ANY (ARRAY[1, 2, 5])) s
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(line.net) FILTER (WHERE line.served_as = 1), 0::numeric)::bigint AS food,
            COALESCE(sum(line.net) FILTER (WHERE line.served_as = 2), 0::numeric)::bigint AS beverage,
            COALESCE(sum(line.units), 0::numeric)::bigint AS units
           FROM ( SELECT l_1.gross - l_1.promotion - l_1.discount - l_1.refund AS net,
                    l_1.qty * l_1.cover_units AS units,
                    c.served_as
                   FROM sale_line l_1
                     JOIN product_class c ON c.venue_id = s.venue_id AND c.class_id = l_1.class_id
                  WHERE l_1.venue_id = s.venue_id AND l_1.sale_id = s.sale_id AND l_1.counts) line) l;
grant delete, insert, select, update on guest_source to daybook_app;
grant select on guest_source to daybook_report;

create view rollup_beside_source with (security_invoker=true) as
 SELECT s.venue_id,
    s.location_id,
    s.business_date,
    d.dim,
    d.key,
        CASE s.order_type
            WHEN 2 THEN s.n::integer
            ELSE 0
        END AS takeaway,
        CASE s.order_type
            WHEN 3 THEN s.n::integer
            ELSE 0
        END AS delivery,
        CASE
            WHEN s.card_number IS NULL THEN 0
            ELSE s.n::integer
        END AS card_n,
        CASE
            WHEN s.card_number IS NULL THEN 0::bigint
            ELSE s.amount
        END AS card_amount,
    s.non_sales,
    s.tips,
    s.rounding
   FROM sale s
     CROSS JOIN LATERAL ( VALUES (15::smallint,0), (16,EXTRACT(isodow FROM s.business_date)::integer * 1000 + s.local_hour)) d(dim, key)
  WHERE s.kind = ANY (ARRAY[1, 2, 5]);
grant delete, insert, select, update on rollup_beside_source to daybook_app;
grant select on rollup_beside_source to daybook_report;

create view rollup_cover_source with (security_invoker=true) as
 SELECT venue_id,
    location_id,
    business_date,
        CASE
            WHEN is_table THEN 19
            ELSE 18
        END::smallint AS dim,
    local_minute / 15 * 1000 + local_hour AS key,
    n::integer AS n,
    net,
    food,
    beverage,
    units,
    patrons::integer AS patrons,
    reserved_n::integer AS reserved_n,
    reserved_units,
    reserved_patrons::integer AS reserved_patrons,
    reserved_table_net
   FROM guest_source;
grant delete, insert, select, update on rollup_cover_source to daybook_app;
grant select on rollup_cover_source to daybook_report;

create view rollup_source with (security_invoker=true) as
 WITH counted AS NOT MATERIALIZED (
         SELECT sale.venue_id,
            sale.location_id,
            sale.business_date,
            sale.sale_id,
            EXTRACT(isodow FROM sale.business_date)::integer * 1000 + sale.local_hour AS weekday_hour,
            sale.terminal_key,
            COALESCE(sale.clerk_key, 0) AS clerk,
            sale.order_type::integer AS order_type,
            sale.n::integer AS n,
            sale.customers,
            sale.qty,
            sale.gross,
            sale.promotion,
            sale.discount,
            sale.refund,
            sale.surcharge,
            sale.amount,
            sale.cost,
            sale.tax,
            sale.surcharge_tax,
                CASE sale.kind
                    WHEN 5 THEN '-1'::integer
                    ELSE 1
                END AS sign
           FROM sale
          WHERE sale.kind = ANY (ARRAY[1, 2, 5])
        )
 SELECT counted.venue_id,
    counted.location_id,
    counted.business_date,
    1::smallint AS dim,
    0 AS key,
    counted.n,
    counted.customers,
    counted.qty,
    counted.gross,
    counted.promotion,
    counted.discount,
    counted.refund,
    counted.surcharge,
    counted.amount,
    counted.cost,
    counted.tax,
    counted.surcharge_tax
   FROM counted
UNION ALL
 SELECT counted.venue_id,
    counted.location_id,
    counted.business_date,
    2::smallint AS dim,
    counted.weekday_hour AS key,
    counted.n,
    counted.customers,
    counted.qty,
    counted.gross,
    counted.promotion,
    counted.discount,
    counted.refund,
    counted.surcharge,
    counted.amount,
    counted.cost,
    counted.tax,
    counted.surcharge_tax
   FROM counted
UNION ALL
 SELECT counted.venue_id,
    counted.location_id,
    counted.business_date,
    3::smallint AS dim,
    counted.clerk AS key,
    counted.n,
    counted.customers,
    counted.qty,
    counted.gross,
    counted.promotion,
    counted.discount,
    counted.refund,
    counted.surcharge,
    counted.amount,
    counted.cost,
    counted.tax,
    counted.surcharge_tax
   FROM counted
UNION ALL
 SELECT counted.venue_id,
    counted.location_id,
    counted.business_date,
    10::smallint AS dim,
    counted.order_type AS key,
    counted.n,
    counted.customers,
    counted.qty,
    counted.gross,
    counted.promotion,
    counted.discount,
    counted.refund,
    counted.surcharge,
    counted.amount,
    counted.cost,
    counted.tax,
    counted.surcharge_tax
   FROM counted
UNION ALL
 SELECT counted.venue_id,
    counted.location_id,
    counted.business_date,
    14::smallint AS dim,
    counted.terminal_key AS key,
    counted.n,
    counted.customers,
    counted.qty,
    counted.gross,
    counted.promotion,
    counted.discount,
    counted.refund,
    counted.surcharge,
    counted.amount,
    counted.cost,
    counted.tax,
    counted.surcharge_tax
   FROM counted
UNION ALL
 SELECT c.venue_id,
    c.location_id,
    c.business_date,
    d.dim,
    d.key,
    l.n,
    0 AS customers,
    l.qty,
    l.gross,
    l.promotion,
    l.discount,
    l.refund,
    l.surcharge,
    l.amount,
    l.cost,
    l.tax,
    l.surcharge_tax
   FROM counted c
     JOIN sale_line l ON l.venue_id = c.venue_id AND l.sale_id = c.sale_id
     CROSS JOIN LATERAL ( VALUES (5::smallint,l.class_id), (13,l.product_id), (17,l.class_id)) d(dim, key)
  WHERE l.counts AND (d.dim <> 17 OR l.cost = 0)
UNION ALL
 SELECT c.venue_id,
    c.location_id,
    c.business_date,
    d.dim,
    l.class_id AS key,
    0 AS n,
    0 AS customers,
    0 AS qty,
    0 AS gross,
    0 AS promotion,
    0 AS discount,
    0 AS refund,
    l.surcharge,
    l.surcharge AS amount,
    0 AS cost,
    l.tax,
    l.surcharge_tax
   FROM counted c
     JOIN sale_line l ON l.venue_id = c.venue_id AND l.sale_id = c.sale_id
     CROSS JOIN LATERAL ( VALUES (5::smallint), (17)) d(dim)
  WHERE l.kind = 2 AND NOT l.voided AND (l.surcharge <> 0 OR l.tax <> 0)
UNION ALL
 SELECT c.venue_id,
    c.location_id,
    c.business_date,
    d.dim,
    d.key,
    c.sign AS n,
    0 AS customers,
    l.qty,
    l.gross,
    0 AS promotion,
    0 AS discount,
    0 AS refund,
    0 AS surcharge,
    0 AS amount,
    l.cost,
    0 AS tax,
    0 AS surcharge_tax
   FROM counted c
     JOIN sale_line l ON l.venue_id = c.venue_id AND l.location_id = c.location_id AND l.business_date = c.business_date AND l.sale_id = c.sale_id
     CROSS JOIN LATERAL ( VALUES (9::smallint,l.class_id), (20,l.product_id), (21,c.clerk), (22,COALESCE(l.wastage_reason_key, 0))) d(dim, key)
  WHERE l.wastage AND NOT l.voided
UNION ALL
 SELECT c.venue_id,
    c.location_id,
    c.business_date,
    (a.kind + 5)::smallint AS dim,
    a.key,
    c.sign AS n,
    0 AS customers,
    0 AS qty,
    0 AS gross,
    0 AS promotion,
    0 AS discount,
    0 AS refund,
    0 AS surcharge,
    a.amount,
    0 AS cost,
    0 AS tax,
    0 AS surcharge_tax
   FROM counted c
     JOIN sale_adjustment a ON a.venue_id = c.venue_id AND a.sale_id = c.sale_id
  WHERE a.kind = ANY (ARRAY[1, 2, 3]);
grant delete, insert, select, update on rollup_source to daybook_app;
grant select on rollup_source to daybook_report;

create view rollup_tender_source with (security_invoker=true) as
 SELECT s.venue_id,
    s.location_id,
    s.business_date,
    4::smallint AS dim,
    p.media_key AS key,
    s.sign AS n,
    p.tendered,
    p.change,
    p.cash_out,
    s.sign * GREATEST((- s.sign) * p.net, 0::bigint) AS refund,
    p.surcharge,
    p.net,
    p.tip
   FROM ( SELECT sale.venue_id,
            sale.location_id,
            sale.business_date,
            sale.sale_id,
                CASE sale.kind
                    WHEN 5 THEN '-1'::integer
                    ELSE 1
                END AS sign
           FROM sale
          WHERE sale.kind = ANY (ARRAY[1, 2, 5])) s
     JOIN sale_payment p ON p.venue_id = s.venue_id AND p.sale_id = s.sale_id;
grant delete, insert, select, update on rollup_tender_source to daybook_app;
grant select on rollup_tender_source to daybook_report;

create view trading_hours_source with (security_invoker=true) as
 SELECT h.venue_id,
    h.location_id,
    h.day,
    (date_part('hour'::text, (h.first_at AT TIME ZONE c.time_zone)) * 60::double precision + date_part('minute'::text, (h.first_at AT TIME ZONE c.time_zone)))::smallint AS first_clock,
    (date_part('hour'::text, (h.last_at AT TIME ZONE c.time_zone)) * 60::double precision + date_part('minute'::text, (h.last_at AT TIME ZONE c.time_zone)))::smallint AS last_clock,
    floor(date_part('epoch'::text, h.last_at - h.first_at) / 60::double precision)::integer AS open_minutes
   FROM ( SELECT s.venue_id,
            s.location_id,
            s.day,
            min(s.closed_at) AS first_at,
            max(s.closed_at) AS last_at
           FROM ( SELECT sale.venue_id,
                    sale.location_id,
                    sale.business_date AS day,
                    min(sale.closed_at) FILTER (WHERE sale.kind = 1) AS closed_at
                   FROM sale
                  WHERE sale.kind = 1 AND sale.n = 1 OR sale.kind = 5
                  GROUP BY sale.venue_id, sale.location_id, sale.business_date, (COALESCE(sale.counter_of, sale.sale_id))
                 HAVING NOT bool_or(sale.kind = 5)) s
          GROUP BY s.venue_id, s.location_id, s.day) h
     CROSS JOIN LATERAL ( SELECT k.time_zone
           FROM location_calendar k
          WHERE k.venue_id = h.venue_id AND k.location_id = h.location_id AND k.from_day <= h.day
          ORDER BY k.from_day DESC
         LIMIT 1) c;
grant delete, insert, select, update on trading_hours_source to daybook_app;
grant select on trading_hours_source to daybook_report;

CREATE OR REPLACE FUNCTION public.daybook_add_job(name text, payload jsonb, run_at timestamp with time zone, job_key text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select graphile_worker.add_job(name, payload::json, run_at := run_at, job_key := job_key) $function$
;

CREATE OR REPLACE FUNCTION public.daybook_add_job_in_its_time(name text, payload jsonb, job_key text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select graphile_worker.add_job(name, payload::json, job_key := job_key, job_key_mode := 'preserve_run_at') $function$
;

CREATE OR REPLACE FUNCTION public.refresh_sales_statistics()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  grown constant text[] := array['sale', 'sale_line', 'sale_payment', 'sale_adjustment', 'rollup', 'rollup_tender', 'rollup_beside', 'rollup_cover', 'product_day',
    'trading_day_state', 'product', 'product_class', 'dimension_key'];
  named text;
begin
  foreach named in array grown loop
    if current_setting('citus.version', true) is null then
      execute format('analyze public.%I', named);
    else
      execute format('select from run_command_on_shards(%L, %L)', format('public.%I', named), 'analyze %s');
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.session_of_token(token bytea, companion bytea)
 RETURNS TABLE(session_id text, is_bound boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query select s.session_id, s.companion_hash is not null from public.session s
    where s.token_hash = token and (s.companion_hash is null or s.companion_hash = companion);
end $function$
;
