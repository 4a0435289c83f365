-- Every content that a document or an attachment names waits to be read, once. Pictures and recordings say nothing.
create or replace function expect_file_text() returns trigger language plpgsql as $$
declare
  of_email boolean := tg_table_name = 'email_attachment';
begin
  insert into file_text (hash, in_email, in_document)
  select hash, of_email, not of_email
    from (select distinct file_hash as hash from added where mime_type !~ '^(image|audio|video)/' order by file_hash offset 0) as named
   where not exists (select from file_text t
                      where t.hash = named.hash and (t.in_email and of_email or t.in_document and not of_email))
  on conflict (hash) do update set in_email = file_text.in_email or of_email, in_document = file_text.in_document or not of_email;
  return null;
end $$;
create or replace trigger expect_file_text after insert on contact_document_version
  referencing new table as added for each statement execute function expect_file_text();
create or replace trigger expect_file_text after insert on project_document_version
  referencing new table as added for each statement execute function expect_file_text();
create or replace trigger expect_file_text after insert on email_attachment
  referencing new table as added for each statement execute function expect_file_text();

-- The words of a text, each once, as searches look for them: shorter than the text, and every word of a needle is found in it.
create or replace function words_text(value text) returns text language sql immutable strict parallel safe as $$
  select search_text(coalesce(string_agg(distinct word, ' '), '')) from regexp_split_to_table(lower(value), '\s+') as word
$$;

-- The part of a long text around the first of the words that it holds; its beginning where it holds none as it is written.
create or replace function passage(value text, words text[]) returns text language plpgsql immutable strict parallel safe as $$
declare
  small text;
  place int := 0;
  word text;
  blanks text := repeat(' ', length(between_letters()));
begin
  if length(value) <= 2000 then return value; end if;
  small := lower(value);
  foreach word in array words loop
    place := strpos(small, lower(word));
    exit when place > 0;
  end loop;
  if place = 0 then
    small := translate(search_text(value), between_letters(), blanks);
    foreach word in array words loop
      -- Behind the text itself stand its other spellings, each about as long.
      place := strpos(small, translate(trim(fold(word)), between_letters(), blanks)) % (length(value) + 2);
      exit when place > 0;
    end loop;
  end if;
  return substr(value, greatest(1, place - 1000), 2000);
end $$;
