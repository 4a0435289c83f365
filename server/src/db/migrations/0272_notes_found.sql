-- What is noted of a contact or in a dossier is found by the one search, and an encounter by the day on which it was.
-- An index is made with no path to other functions: that of text.sql, which comes after the migrations, needs none.
alter function search_text(text) set search_path from current;
create index contact_remarks_search on contact using gin (search_text(remarks) gin_trgm_ops)
  where deleted_at is null and remarks <> '';
create index dossier_notes_search on dossier
  using gin (search_text(notes || ' ' || note_for_articles || ' ' || avis_text) gin_trgm_ops)
  where notes || note_for_articles || avis_text <> '';
create index encounter_day on encounter (original_known_since) where deleted_at is null;
