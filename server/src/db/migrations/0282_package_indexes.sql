-- A package adds fifty to-dos at once, each with an entry in every index. Nothing is found by who wrote a to-do: users are hardly ever
-- removed.
drop index todo_creator;

-- The history of lists is without that of to-dos.
drop index history_of_lists;
create index history_of_lists on history (id desc)
  where entity not in ('contact', 'address', 'email_address', 'phone_number', 'contact_relation', 'contact_document',
                       'encounter', 'comment', 'email', 'flame', 'dossier', 'dossier_article', 'dossier_package',
                       'flame_step_change', 'project', 'project_contact', 'project_document', 'todo');
