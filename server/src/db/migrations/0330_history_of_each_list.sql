-- The history of a list: what was changed in others since, such as thousands of products by an import, is not walked through.
drop index history_of_lists;
create index history_of_lists on history (entity, id desc)
  where entity not in ('contact', 'address', 'email_address', 'phone_number', 'contact_relation', 'contact_document',
                       'encounter', 'comment', 'email', 'flame', 'dossier', 'dossier_article', 'dossier_package',
                       'flame_step_change', 'project', 'project_contact', 'project_document', 'todo');
