-- What an import of contacts spends most on. Everything writes the same as before.

-- Most text is plain: then nothing but upper case needs folding.
create or replace function search_text(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text;
  composed text;
  spelt text;
  drawn text;
begin
  if value = '' then return ''; end if;
  if value !~ '[^ -~]|  ' then
    plain := lower(value);
    if plain !~ '[aou]e' then return ' ' || plain; end if;
    spelt := plain;
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

-- Looks another contact's row up only where it is shared, and the bin only for who is in it. With offset 0 the rows of a
-- contact are found first and ordered then: a planner that takes the table for empty would read all of it in order.
create or replace function refresh_contact_search(ids uuid[]) returns void language sql as $$
  insert into contact_search
  select c.id,
         fold(case when c.surname <> '' and not (c.legal_type = 'LEGAL' and c.company_name <> '')
                   then c.surname || ' ' || c.given_name
                   else coalesce(nullif(c.company_name, ''), c.given_name) end),
         search_text(c.given_name), search_text(c.surname), search_text(c.company_name),
         coalesce(a.street, ''), coalesce(a.zip_code, ''), coalesce(a.city, ''), coalesce(a.country, ''),
         coalesce(e.found, ''), coalesce(p.found, ''),
         c.customer, coalesce(c.customer_type like 'RESELLER%', false), c.place_of_experience,
         json_build_object(
           'id', c.id, 'fullName', c.full_name, 'legalType', c.legal_type, 'salutation', c.salutation,
           'title', c.title, 'givenName', c.given_name, 'surname', c.surname, 'companyName', c.company_name,
           'customerType', c.customer_type, 'customer', c.customer, 'placeOfExperience', c.place_of_experience,
           'street', coalesce(a.first_street, ''), 'zipCode', coalesce(a.first_zip_code, ''),
           'city', coalesce(a.first_city, ''), 'country', coalesce(a.first_country, ''),
           'emailAddress', coalesce(e.first, ''), 'phoneNumber', coalesce(p.first, ''))::text
    from contact c
    left join lateral (
      select string_agg(search_text(street), '') as street, string_agg(search_text(zip_code), '') as zip_code,
             string_agg(search_text(city), '') as city, string_agg(search_text(country), '') as country,
             (array_agg(street))[1] as first_street, (array_agg(zip_code))[1] as first_zip_code,
             (array_agg(city))[1] as first_city, (array_agg(country))[1] as first_country
        from (select coalesce(content.street, own.street) as street, coalesce(content.zip_code, own.zip_code) as zip_code,
                     coalesce(content.city, own.city) as city, coalesce(content.country, own.country) as country
                from (select * from address where contact_id = c.id offset 0) as own
                left join address content on content.id = own.shared_address_id
               order by own.id) as in_order) a on true
    left join lateral (
      select string_agg(' ' || fold(address), '') as found, (array_agg(address))[1] as first
        from (select coalesce(content.address, own.address) as address
                from (select * from email_address where contact_id = c.id offset 0) as own
                left join email_address content on content.id = own.shared_email_id
               order by own.favorite desc, own.id) as in_order) e on true
    left join lateral (
      select string_agg(' ' || regexp_replace(number, '\D', '', 'g') || ' ' || national, '') as found,
             (array_agg(number))[1] as first
        from (select coalesce(content.number, own.number) as number, coalesce(content.national, own.national) as national
                from (select * from phone_number where contact_id = c.id offset 0) as own
                left join phone_number content on content.id = own.shared_phone_id
               order by own.id) as in_order) p on true
   where c.id = any (ids) and c.deleted_at is null
   order by c.id
  on conflict (contact_id) do update set
    sort_key = excluded.sort_key, given_name = excluded.given_name, surname = excluded.surname,
    company = excluded.company, street = excluded.street, zip_code = excluded.zip_code, city = excluded.city,
    country = excluded.country, email = excluded.email, phone = excluded.phone, customer = excluded.customer,
    reseller = excluded.reseller, place_of_experience = excluded.place_of_experience, card = excluded.card;
  delete from contact_search
   where contact_id = any (array(select id from contact where id = any (ids) and deleted_at is not null));
$$;

-- By whole tables instead of contact by contact; once for all, which a function in SQL leaves to the statement around it.
create or replace function contact_states(ids uuid[]) returns table (contact_id uuid, state text) language plpgsql stable as $$
begin
  return query
  select part.contact_id, md5(concat_ws('|', max(version), string_agg(address, ',' order by address),
                                        string_agg(email, ',' order by email), string_agg(phone, ',' order by phone)))
    from (select c.id as contact_id, c.version, null as address, null as email, null as phone
            from contact c where c.id = any (ids)
          union all
          select a.contact_id, null, a.id || ':' || a.version, null, null from address a where a.contact_id = any (ids)
          union all
          select e.contact_id, null, null, e.id || ':' || e.version, null
            from email_address e where e.contact_id = any (ids)
          union all
          select p.contact_id, null, null, null, p.id || ':' || p.version
            from phone_number p where p.contact_id = any (ids)) as part
   group by part.contact_id;
end $$;

-- --- history of many rows ------------------------------------------------------------------------------------------

-- The statement that records the rows of the transition table `added`, with an expression for each column of `target`.
create function recorder_of_added(target regclass, root text) returns text language sql stable as $$
  select format($sql$
    insert into history (actor, entity, entity_id, root_id, action, changes)
    select nullif(current_setting('app.actor', true), '')::uuid, %L, id, %I, 'CREATED',
           ('{' || concat_ws(',', %s) || '}')::jsonb from added$sql$,
    (select relname from pg_class where oid = target), root,
    string_agg(format('case when %s then %L || to_json(%I)::text || '']'' end',
      case atttypid when 'text'::regtype then format('%I <> %L', attname, '')
                    when 'boolean'::regtype then quote_ident(attname)
                    else format($sql$to_json(%I)::text <> all (array['null', '""', 'false', '{}', '[]'])$sql$, attname) end,
      to_json(attname)::text || ':[null,', attname), ', ' order by attnum))
    from pg_attribute
   where attrelid = target and attnum > 0 and not attisdropped
     and attname <> all (array['id', 'version', 'created_at', 'updated_at', 'full_name', 'national', 'binned', 'search',
                               'created_by', 'updated_by'])
$$;

-- Few rows go the general way; for many, a statement made for the table costs less than taking each row apart.
create or replace function record_added() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from added limit 50) as first_rows) = 50 then
    execute recorder_of_added(tg_relid, tg_argv[0]);
    return null;
  end if;
  insert into history (actor, entity, entity_id, root_id, action, changes)
  select nullif(current_setting('app.actor', true), '')::uuid, tg_table_name, (row_added ->> 'id')::uuid,
         (row_added ->> tg_argv[0])::uuid, 'CREATED',
         coalesce((select json_object_agg(key, json_build_array(null, value))::jsonb from json_each(row_added)
                    where value::text <> all (array['null', '""', 'false', '{}', '[]'])
                      and key <> all (array['id', 'version', 'created_at', 'updated_at', 'full_name', 'national', 'binned',
                                            'search', 'created_by', 'updated_by'])), '{}')
    from (select to_json(added) as row_added from added) as rows_added;
  return null;
end $$;
