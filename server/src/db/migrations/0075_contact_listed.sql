-- The card of a contact leaves the row that a search looks in: a search that hits thousands of contacts reads all of their
-- rows to check and order them, and the cards of one page.
create table contact_listed (
  contact_id uuid primary key references contact_search on delete cascade,
  card text not null
);
insert into contact_listed select contact_id, card from contact_search;

drop trigger if exists order_insert on contact_search;
drop trigger if exists order_update on contact_search;
drop function if exists refresh_contact_order();
drop function if exists contact_order_of(uuid, text, boolean, text, text);
-- The expression makes PostgreSQL write the rows anew, without the room of the card.
alter table contact_search drop column card, alter column given_name type text using given_name || '';
analyze contact_search;
analyze contact_listed;
