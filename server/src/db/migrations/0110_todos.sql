-- What is to be done at a flame, in its order.
create table todo (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  flame_id uuid not null references flame on delete cascade,
  title text not null,
  activities text not null default '',
  feedback text not null default '',
  state text not null default 'OPEN' check (state in ('OPEN', 'WAITING', 'DONE')),
  assignee_id uuid,
  start timestamptz,
  due timestamptz,
  finished timestamptz,
  -- Order within the flame, with gaps, so that a move writes one row.
  order_key bigint not null,
  -- The date that the start hangs on, so many days before or after it, and that date as it was reckoned with.
  start_from text check (start_from in ('CURRENT_DATE', 'DOSSIER_SELF_PICKUP', 'DOSSIER_PICKUP', 'DOSSIER_DELIVERY',
    'DOSSIER_PURCHASING_PICKUP', 'DOSSIER_PAYMENT_PERIOD', 'PROJECT_START', 'PROJECT_END')),
  start_operator text not null default 'ADD_DAYS' check (start_operator in ('ADD_DAYS', 'SUBTRACT_DAYS')),
  start_days int not null default 0 check (start_days >= 0),
  start_base timestamptz,
  -- Whether its assignee was told that it is due.
  due_told boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint todo_assignee_in_use foreign key (assignee_id) references app_user,
  constraint todo_creator foreign key (created_by) references app_user on delete set null,
  search text not null generated always as (search_text(title || ' ' || activities || ' ' || feedback)) stored,
  -- a day without a time is as good as its last minute
  constraint todo_due_after_start check (
    (due at time zone 'Europe/Zurich')::date >= (start at time zone 'Europe/Zurich')::date),
  constraint todo_finished check ((state = 'DONE') = (finished is not null))
);
create index todo_of_flame on todo (flame_id, order_key);
create index todo_assignee on todo (assignee_id, state, (coalesce(due, start)), id) where assignee_id is not null;
create index todo_undone on todo (state, (coalesce(due, start)), id) where state <> 'DONE';
create index todo_creator on todo (created_by) where created_by is not null;
create index todo_search on todo using gin (search gin_trgm_ops);
create index todo_untold on todo ((coalesce(due, start))) where state = 'OPEN' and not due_told;

-- What becomes due again, or somebody else's, is told again.
create function todo_is_to_be_told() returns trigger language plpgsql as $$
begin
  new.due_told := false;
  return new;
end $$;
create trigger tell_due_again before update of assignee_id, start, due, state on todo for each row
  when ((old.assignee_id, old.start, old.due, old.state) is distinct from (new.assignee_id, new.start, new.due, new.state))
  execute function todo_is_to_be_told();

-- A card says how many there are; none yet.
select set_config('app.telling', 'by kind', true);
update flame_card set card = regexp_replace(card, '\}$', ',"todos":{"all":0,"done":0,"nextUtc":null,"nextTitle":null}}');

alter table notification add column todo_id uuid references todo on delete cascade;
alter table notification add constraint notification_of_todo
  check (todo_id is null or num_nonnulls(comment_id, flame_id, encounter_id, contact_id) = 0);
create index notification_todo on notification (todo_id) where todo_id is not null;
