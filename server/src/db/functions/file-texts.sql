-- Adds one row per content of documents and attachments, whose text waits to be read. Pictures and recordings have no
-- text.
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

-- Returns the distinct words of a text as a search text: it is shorter than the text, and a needle finds each single
-- word in it.
create or replace function words_text(value text) returns text language sql immutable strict parallel safe as $$
  select search_text(coalesce(string_agg(distinct word, ' '), '')) from regexp_split_to_table(lower(value), '\s+') as word
$$;

-- Returns the part of a long text around the first of these words that it contains, found as a needle finds them; its
-- beginning if it contains none.
create or replace function passage(value text, words text[]) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text;
  word text;
  pattern text;
  place int;
  piece text := value;
  half int;
begin
  if length(value) <= 2000 then return value; end if;
  plain := lower(value);
  foreach word in array words loop
    continue when length(trim(fold(word))) < 3;
    place := strpos(plain, lower(word));
    if place > 0 then return substr(value, greatest(1, place - 1000), 2000); end if;
  end loop;
  plain := search_text(value);
  foreach word in array words loop
    -- A short word matches only at the beginning of a word.
    pattern := case when length(trim(fold(word))) < 3 then ' ' else '' end || joined_needle(word);
    continue when plain !~ pattern;
    -- Positions in a folded text are not those in the text itself: the half that contains the word is folded again.
    place := 1;
    while length(piece) > 2000 loop
      half := length(piece) / 2;
      if search_text(left(piece, half + 200)) ~ pattern then
        piece := left(piece, half + 200);
      else
        -- The half begins after a whole word: the end of a word must not look like the beginning of one.
        half := half + length(substring(substr(piece, half, 100) from '^\S*'));
        piece := substr(piece, half);
        place := place + half - 1;
      end if;
    end loop;
    return substr(value, greatest(1, place - 500), 3000);
  end loop;
  return left(value, 2000);
end $$;
