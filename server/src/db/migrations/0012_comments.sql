-- Comments on contacts, and on what later slices let people comment on.

create table comment (
  id uuid primary key default uuid_v7(),
  version int not null default 1,
  upstream_type text not null check (upstream_type in ('CONTACT', 'EMAIL', 'PROJECT')),
  upstream_id uuid not null,
  -- The upstream once more where it is a contact, so that the comments go and move with it.
  contact_id uuid references contact on delete cascade,
  answer_to uuid references comment on delete cascade,
  author_id uuid references app_user,
  text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((upstream_type = 'CONTACT') = (contact_id is not null))
);
create index comment_upstream on comment (upstream_id, created_at, id);
create index comment_contact on comment (contact_id) where contact_id is not null;
create index comment_answers on comment (answer_to) where answer_to is not null;
create index comment_author on comment (author_id);
create index comment_bin on comment (deleted_at) where deleted_at is not null;
create trigger history after insert or update or delete on comment for each row
  execute function record_history('upstream_id', 'answer_to', 'author_id', 'contact_id');

-- Whoever moves comments to another contact changes contact_id alone.
create function keep_comment_upstream() returns trigger language plpgsql as $$
begin
  if new.upstream_type <> 'CONTACT' then return new; end if;
  if tg_op = 'INSERT' then new.contact_id := new.upstream_id; else new.upstream_id := new.contact_id; end if;
  return new;
end $$;
create trigger upstream before insert or update of contact_id on comment for each row
  execute function keep_comment_upstream();

-- Who is named in a comment, and how the text writes them.
create table comment_mention (
  comment_id uuid not null references comment on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  written text not null,
  primary key (comment_id, user_id)
);
create index comment_mention_user on comment_mention (user_id);
