-- What a column may hold when the contract knows all its values; a test compares each list with the contract's. Each names
-- what takes the place of a value that is none of them. No version of the product has written one, so that such a value can
-- only have been set by hand; the history of the record keeps it.

-- What a server is still to be told, and nobody can say what that is, it is not told.
delete from mail_server_task where task not in ('SEEN', 'UNSEEN', 'ANSWERED', 'FORWARDED', 'BIN', 'UNBIN', 'REMOVE');

do $$
declare
  held record;
begin
  for held in
    select * from (values
      ('app_user', 'language', 'DE', array['DE', 'EN', 'FR']),
      ('contact', 'legal_type', 'NATURAL', array['NATURAL', 'LEGAL']),
      ('contact', 'salutation', null, array['MR', 'MS']),
      ('contact', 'customer_type', null, array['PRIVATE', 'BUSINESS', 'POTENTIAL', 'RESELLER_25', 'RESELLER_10',
                                               'RESELLER', 'SUPPLIER', 'FIRE_HELPER']),
      ('contact', 'language', 'DE', array['DE', 'EN', 'FR']),
      ('contact', 'uid_state', 'NONE', array['NONE', 'INVALID', 'FORM_OK', 'CONFIRMED', 'DENIED', 'PENDING',
                                             'UNREACHABLE']),
      ('contact', 'uid_source', null, array['CHECK_DIGIT', 'VIES']),
      ('contact', 'eori_state', 'NONE', array['NONE', 'INVALID', 'FORM_OK', 'CONFIRMED', 'DENIED', 'PENDING',
                                              'UNREACHABLE']),
      ('contact', 'eori_source', null, array['CHECK_DIGIT', 'VIES']),
      ('address', 'address_type', 'HOME', array['HOME', 'BUSINESS', 'COTTAGE']),
      ('phone_number', 'type', 'MOBILE', array['MOBILE', 'LANDLINE', 'FAX', 'BUSINESS']),
      ('contact_import', 'state', 'FAILED', array['UPLOADED', 'WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED',
                                                  'ROLLING_BACK', 'ROLLED_BACK']),
      ('contact_import', 'language', 'DE', array['DE', 'EN', 'FR']),
      ('contact_import_row', 'result', 'REJECTED', array['CREATED', 'MATCHED', 'CHANGED', 'REJECTED']),
      ('contact_duplicate_run', 'state', 'FAILED', array['WAITING', 'RUNNING', 'DONE', 'FAILED']),
      ('encounter', 'encounter_type', 'TELEPHONE', array['TELEPHONE', 'FACE_TO_FACE', 'EMAIL_INCOMING', 'EMAIL_OUTGOING',
                                                         'VOICE_MEMO', 'POST', 'FAX', 'APPOINTMENT', 'TASK', 'TODO']),
      ('voice_memo', 'transcription', 'NONE', array['NONE', 'WAITING', 'RUNNING', 'DONE', 'FAILED']),
      ('voice_memo', 'reason', null, array['OFF', 'UNREACHABLE', 'TIMEOUT', 'REFUSED', 'UNREADABLE', 'NO_TEXT',
                                           'COMMAND_FAILED', 'STORAGE_FAILED', 'KEPT']),
      ('library_document', 'document_kind', null, array['PDF', 'IMAGE', 'WORD', 'EMAIL']),
      ('contact_document_version', 'document_kind', null, array['PDF', 'IMAGE', 'WORD', 'EMAIL']),
      ('email', 'kind', 'NORMAL', array['NORMAL', 'AUTO', 'BULK', 'BOUNCE', 'DELAYED', 'FEEDBACK', 'RECEIPT', 'CALENDAR']),
      ('email', 'parse_state', 'WHOLE', array['WHOLE', 'DAMAGED', 'TEXT_ONLY', 'FAILED']),
      ('email', 'seal', 'NONE', array['NONE', 'SIGNED', 'ENCRYPTED']),
      ('email_presence', 'activity', 'VIEWING', array['VIEWING', 'ANSWERING']),
      ('mail_folder', 'role', 'OTHER', array['INBOX', 'SENT', 'DRAFTS', 'JUNK', 'TRASH', 'ARCHIVE', 'OTHER']),
      ('mail_history_run', 'state', 'FAILED', array['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED']),
      ('mail_server_task', 'task', 'SEEN', array['SEEN', 'UNSEEN', 'ANSWERED', 'FORWARDED', 'BIN', 'UNBIN', 'REMOVE']),
      ('mailbox_status', 'state', 'NEW', array['NEW', 'OK', 'ERROR', 'AUTH_ERROR', 'OFF']),
      ('mailbox_status', 'fault', null, array['HOST_UNKNOWN', 'REFUSED', 'TIMEOUT', 'CERTIFICATE', 'NO_STARTTLS',
        'CREDENTIALS', 'TOKEN', 'NOT_ALLOWED', 'FOLDER_MISSING', 'THROTTLED', 'QUOTA', 'DISCONNECTED', 'LATER', 'PROTOCOL',
        'SECRET_UNREADABLE', 'OWN_FAULT']),
      ('outbox', 'state', 'UNCLEAR', array['WAITING', 'SENDING', 'SENT', 'ACCEPTED', 'PARTLY_ACCEPTED', 'FAILED', 'UNCLEAR',
                                           'UNDELIVERABLE']),
      ('outbox', 'fault', null, array['HOST_UNKNOWN', 'REFUSED', 'TIMEOUT', 'CERTIFICATE', 'NO_STARTTLS', 'CREDENTIALS',
        'TOKEN', 'NOT_ALLOWED', 'FOLDER_MISSING', 'THROTTLED', 'QUOTA', 'DISCONNECTED', 'LATER', 'PROTOCOL',
        'SECRET_UNREADABLE', 'OWN_FAULT']),
      ('dossier', 'language', 'DE', array['DE', 'EN', 'FR']),
      ('todo_template', 'start_from', null, array['CURRENT_DATE', 'DOSSIER_SELF_PICKUP', 'DOSSIER_PICKUP',
        'DOSSIER_DELIVERY', 'DOSSIER_PURCHASING_PICKUP', 'DOSSIER_PAYMENT_PERIOD', 'PROJECT_START', 'PROJECT_END'])
    ) as list (relation, attribute, instead, known)
  loop
    execute format('update %I set %I = %L where %2$I <> all (%4$L)', held.relation, held.attribute, held.instead, held.known);
    execute format('alter table %I add constraint %I check (%I in (%s))', held.relation,
                   held.relation || '_' || held.attribute || '_check', held.attribute,
                   (select string_agg(quote_literal(value), ', ') from unnest(held.known) as value));
  end loop;
end $$;

update flame_step_change set missing = array(
    select one from unnest(missing) as one
     where one in ('PICKUP_DATE', 'AVIS_PHONE', 'AVIS_EMAIL', 'PACKAGES_CURRENT', 'UID_VERIFIED_IF_TAX_FREE', 'SAP_NUMBER'))
 where not missing <@ array[
  'PICKUP_DATE', 'AVIS_PHONE', 'AVIS_EMAIL', 'PACKAGES_CURRENT', 'UID_VERIFIED_IF_TAX_FREE', 'SAP_NUMBER'];
alter table flame_step_change add check (missing <@ array[
  'PICKUP_DATE', 'AVIS_PHONE', 'AVIS_EMAIL', 'PACKAGES_CURRENT', 'UID_VERIFIED_IF_TAX_FREE', 'SAP_NUMBER']);
