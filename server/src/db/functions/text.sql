-- Texts in the forms that searches and comparisons use. Indexes and stored columns hold the results of these functions:
-- a change of a result needs a migration that rewrites them.

-- Returns a text in lower case, without accents and with single blanks; ß counts as ss.
create or replace function fold(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(
    normalize(translate(replace(replace(replace(lower(value), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđ', 'old'), NFKD),
    U&'[\0300-\036f]', '', 'g'), '\s+', ' ', 'g')
$$;

-- Returns the apostrophes and hyphens that match each other, and a blank, between letters. A hyphen is last, so that it
-- means itself in the brackets of a regular expression. contract/src/limits.ts has the same characters.
create or replace function between_letters() returns text language sql immutable parallel safe as $$ select '''’‘ʼ`′‐–-' $$;

-- Returns the regular expression of such a character, or a blank, between letters, with three letters in a row on one
-- side.
create or replace function joint() returns text language sql immutable parallel safe as $$
  select '(?<=[[:alpha:]])[ ' || between_letters() || '](?=[[:alpha:]]{3})|(?<=[[:alpha:]]{3})[ ' || between_letters() || '](?=[[:alpha:]])'
$$;

-- Returns the LIKE pattern that finds a typed text in a search text: anywhere, or for one or two characters at the
-- start of words, which is as much as a trigram index can find. Between letters, any apostrophe, hyphen or blank
-- matches each other one («D'Angelo» finds D’Angelo, «Meier Frei» finds Meier-Frei), as long as three letters in a row
-- are left for the index; in an e-mail address each of them matches only itself. LIKE has no pattern for a set of
-- characters, so `joined_needle` checks what was found.
create or replace function needle(typed text) returns text language sql immutable strict parallel safe as $$
  select case when length(plain) < 3 then '% ' else '%' end
      || case when plain like '%@%' then escaped else regexp_replace(escaped, joint(), '_', 'g') end || '%'
  from (select plain, regexp_replace(plain, '([\\%_])', '\\\1', 'g') as escaped
          from (select trim(fold(typed)) as plain) as f) as e
$$;

-- Returns the regular expression that accepts only these characters, to check what a needle with such a place has
-- found.
create or replace function joined_needle(typed text) returns text language sql immutable strict parallel safe as $$
  select case when plain like '%@%' then escaped else regexp_replace(escaped, joint(), '[ ' || between_letters() || ']', 'g') end
  from (select plain, regexp_replace(plain, '([][\\.*+?^$(){}|])', '\\\1', 'g') as escaped
          from (select trim(fold(typed)) as plain) as f) as e
$$;

-- Returns a typed text as a LIKE pattern without wildcards at its ends.
create or replace function needle_start(typed text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(trim(fold(typed)), '([\\%_])', '\\\1', 'g')
$$;

-- Returns the text in which needles are searched: the folded text, also with umlauts spelt out (Müller -> mueller), and
-- with spelt-out umlauts contracted (Mueller -> muller). A needle is only folded, so each spelling finds the other. The
-- leading blank lets needles of one or two characters match at the start of words. Texts in the languages written here
-- need no normalisation and take a path that is several times faster: replacing one character is fast, translating many
-- is not. Other functions are called with their schema, because PostgreSQL builds indexes without a search path to
-- them.
create or replace function search_text(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  composed text := lower(value);
  plain text;
  spelt text;
  drawn text;
begin
  if value = '' then return ''; end if;
  if composed !~ '[^ -~]|  |[aou]e' then return ' ' || composed; end if;
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
    plain := public.fold(value);
    composed := lower(normalize(value, NFC));
    spelt := case when composed ~ '[äöü]' then public.fold(replace(replace(replace(composed, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'))
                  else plain end;
  end if;
  drawn := replace(replace(replace(plain, 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
  return ' ' || plain
    || case when spelt <> plain then ' ' || spelt else '' end
    || case when drawn <> plain then ' ' || drawn else '' end;
end $$;

-- Returns a name with spelt-out umlauts contracted, so that Müller equals Mueller.
create or replace function name_key(value text) returns text language sql immutable strict parallel safe as $$
  select trim(regexp_replace(regexp_replace(fold(value), '([aou])e', '\1', 'g'), '[^[:alnum:]]+', ' ', 'g'))
$$;

-- Returns the same key for names that sound alike: Meier and Meyer, Gerber and Gärber, Schmid and Schmitt.
create or replace function sound_key(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(translate(replace(replace(replace(replace(replace(replace(replace(name_key(
    replace(replace(replace(lower(normalize(value, NFC)), 'äu', 'eu'), 'ä', 'e'), 'ae', 'e')),
    'ph', 'f'), 'th', 't'), 'dt', 't'), 'ck', 'k'), 'tz', 'z'), 'ay', 'ei'), 'ai', 'ei'), 'yvc', 'ifk'),
    '(.)\1+', '\1', 'g')
$$;

-- Returns how similar the names of two people are, with given name and surname as they are or swapped. An initial is
-- similar to every name that begins with it.
create or replace function likeness(one_given text, one_surname text, other_given text, other_surname text) returns real
language sql immutable strict parallel safe as $$
  select case
    when one_given = '' or other_given = '' or one_surname = '' or other_surname = ''
      then similarity(one_given || ' ' || one_surname, other_given || ' ' || other_surname)
    when (length(one_given) = 1 or length(other_given) = 1) and left(one_given, 1) = left(other_given, 1)
      then least(0.6::real, similarity(one_surname, other_surname))
    else greatest(least(similarity(one_given, other_given), similarity(one_surname, other_surname)),
                  least(similarity(one_given, other_surname), similarity(one_surname, other_given))) end
$$;

-- Returns the name of a company without its legal form.
create or replace function company_key(value text) returns text language sql immutable strict parallel safe as $$
  select coalesce(nullif(trim(regexp_replace(regexp_replace(key,
    '\m(ag|sa|spa|gmbh|sarl|s a r l|sagl|kg|ohg|gbr|ek|e k|co|cie|ltd|limited|inc|llc|und|et|and)\M', ' ', 'g'),
    '\s+', ' ', 'g')), ''), key) from (select name_key(value) as key) as k
$$;

-- Returns a street so that different spellings are equal: `Seestr. 12 a` and `Seestrasse 12a`.
create or replace function street_key(value text) returns text language sql immutable strict parallel safe as $$
  select trim(regexp_replace(regexp_replace(regexp_replace(
    fold(value), 'str(\.|\M)', 'strasse', 'g'), '[\s,.]+', ' ', 'g'), '(\d) ([a-z])\M', '\1\2', 'g'))
$$;

-- Returns the same key for the addresses of one mailbox: what follows a plus sign makes no other mailbox, nor does
-- googlemail.com instead of gmail.com.
create or replace function mail_key(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(split_part(mail, '@', 1), '\+.*$', '') || '@'
      || regexp_replace(split_part(mail, '@', 2), '^googlemail\.com$', 'gmail.com') from (select lower(value) as mail) as m
$$;

create or replace function uid_key(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(upper(value), '(MWST|TVA|IVA|VAT)$|[^A-Z0-9]', '', 'g')
$$;
