-- What the cards of a board say beside a name, what is missing and who sees to it.
alter table blackboard add column card_shows text[] not null
  default array['ARTICLES', 'DESTINATION', 'CERTIFICATE', 'NEXT_DATE', 'TODOS']
  check (card_shows <@ array['ARTICLES', 'DESTINATION', 'CERTIFICATE', 'SAP_NUMBER', 'NEXT_DATE', 'CRATES', 'TODOS']);
