-- What changed on the lists of the house is little beside what changes on contacts and orders; it is found without that.
create index history_of_lists on history (id desc)
 where entity not in ('contact', 'address', 'email_address', 'phone_number', 'contact_relation', 'contact_document',
                      'encounter', 'comment', 'email', 'flame', 'dossier', 'dossier_article', 'dossier_package',
                      'flame_step_change');
