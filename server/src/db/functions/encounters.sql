-- Returns whether the timeline of the contact contains the same entry already: for a voice memo the same recording; for
-- all others the same type within the same minute, and the same e-mail, the same flame or the same title and
-- description. In PL/pgSQL, so that each connection keeps the plan.
create or replace function is_told_twice(told encounter) returns boolean language plpgsql volatile as $$
begin
  if told.encounter_type = 'VOICE_MEMO' then
    return exists (
      select from voice_memo own
        join voice_memo same on same.file_hash = own.file_hash and same.id <> own.id
        join encounter other on other.id = same.id
       where own.id = told.id and other.contact_id = told.contact_id and other.deleted_at is null);
  end if;
  return exists (
    select from encounter other
     where other.contact_id = told.contact_id and other.id <> told.id and other.deleted_at is null
       and other.encounter_type = told.encounter_type
       and other.original_known_since >= date_trunc('minute', told.original_known_since)
       and other.original_known_since < date_trunc('minute', told.original_known_since) + interval '1 minute'
       and (other.email_id = told.email_id or other.flame_id = told.flame_id
            or other.title = told.title and other.description = told.description));
end $$;

create or replace function encounter_duplicate() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.duplicate := is_told_twice(new);
  elsif not new.duplicate then
    new.duplicate := is_told_twice(new);
  end if;
  return new;
end $$;
create or replace trigger encounter_duplicate_insert before insert on encounter
  for each row execute function encounter_duplicate();
-- An encounter comes to another contact by hand, by a merge, or by the undoing of a merge.
create or replace trigger encounter_duplicate_move before update of contact_id on encounter
  for each row when (old.contact_id is distinct from new.contact_id) execute function encounter_duplicate();

-- Checks a voice memo after its recording was inserted, which happens after its encounter was.
create or replace function voice_memo_duplicate() returns trigger language plpgsql as $$
begin
  update encounter e set duplicate = true where e.id = new.id and is_told_twice(e);
  return null;
end $$;
create or replace trigger voice_memo_duplicate after insert on voice_memo
  for each row execute function voice_memo_duplicate();
