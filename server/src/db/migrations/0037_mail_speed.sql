-- Every message that comes in is looked for among the references: none of them wait in a list that is read each time.
alter index email_references set (fastupdate = off);
select gin_clean_pending_list('email_references');

-- As before, several times faster for texts of the languages written here, which need no normalisation. Replacing one
-- character is fast, translating many is not.
create or replace function search_text(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  composed text := lower(value);
  plain text;
  spelt text;
  drawn text;
begin
  if value = '' then return ''; end if;
  if composed !~ '[^ -~äöüßéèêëàâçîïôûùñ«»–’€]|  ' then
    composed := replace(composed, 'ß', 'ss');
    plain := replace(replace(replace(composed, 'ä', 'a'), 'ö', 'o'), 'ü', 'u');
    spelt := case when plain <> composed then replace(replace(replace(composed, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')
                  else plain end;
    if plain ~ '[éèêëàâçîïôûùñ]' then
      plain := translate(plain, 'éèêëàâçîïôûùñ', 'eeeeaaciiouun');
      spelt := translate(spelt, 'éèêëàâçîïôûùñ', 'eeeeaaciiouun');
    end if;
  else
    plain := fold(value);
    composed := lower(normalize(value, NFC));
    spelt := case when composed ~ '[äöü]' then fold(replace(replace(replace(composed, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'))
                  else plain end;
  end if;
  drawn := replace(replace(replace(plain, 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
  return ' ' || plain
    || case when spelt <> plain then ' ' || spelt else '' end
    || case when drawn <> plain then ' ' || drawn else '' end;
end $$;
