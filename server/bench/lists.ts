import type { Endpoint } from '#contract/endpoint'
import { classificationApi } from '#contract/lists/document-classifications'
import { sharedDocumentApi } from '#contract/lists/galleries'
import { masterData, productApi } from '#contract/lists/master-data'
import { todoPackageApi } from '#contract/lists/todo-packages'
import { boardApi } from '#contract/orders/boards'

/** Each list, how 10,000 rows of it are made, and the least query that brings the same. */
export const lists: { name: string; endpoint: Endpoint; fill: string; bare: string }[] = [
  ...titled('sectors', masterData.sectors.list, 'sector'),
  ...titled('warehouses', masterData.warehouses.list, 'warehouse'),
  ...titled('forwarding agencies', masterData.forwardingAgencies.list, 'forwarding_agency'),
  ...titled(
    'delivery conditions',
    masterData.deliveryConditions.list,
    'delivery_condition',
    'title_en, title_fr, type',
  ),
  ...titled('payment conditions', masterData.paymentConditions.list, 'payment_condition', 'title_en, title_fr, type'),
  {
    name: 'pallets',
    endpoint: masterData.pallets.list,
    fill: `insert into pallet (width_in_cm, height_in_cm, depth_in_cm, weight_in_kg, description)
           select n % 200 + 1, 15.5, 80, 22.125, case when n % 2 = 0 then 'Palette ' || n else '' end from n`,
    bare: 'select * from pallet order by fold(title), id',
  },
  {
    name: 'products',
    endpoint: productApi.list,
    fill: `insert into product (title, weight_in_kg, possible_pallet)
           select 'Feuerring ' || n, n * 0.125, (select id from pallet limit 1) from n`,
    bare: 'select * from product order by fold(title), id',
  },
  {
    name: 'steel tubes',
    endpoint: masterData.steelTubes.list,
    fill: `insert into steel_tube (title, outer_width_in_mm, wall_in_mm, stock_length_in_mm, weight_per_metre_in_kg,
                                   price_per_metre)
           select 'Vierkantrohr ' || n, n % 80 + 20, 2, 6000, 3.45, 7.9 from n`,
    bare: 'select * from steel_tube order by fold(title), id',
  },
  {
    name: 'wood frames',
    endpoint: masterData.woodFrames.list,
    fill: `insert into wood_frame (title, from_perimeter_in_mm, to_perimeter_in_mm, board_thickness_in_mm,
                                   weight_per_square_metre_in_kg, price_per_square_metre)
           select 'Fichte ' || n, n, n, 18, 8.1, 14.5 from n`,
    bare: 'select * from wood_frame order by fold(title), id',
  },
  {
    name: 'time slots',
    endpoint: masterData.predefinedTimeSlots.list,
    fill: `insert into predefined_time_slot (weekday, start_time, end_time, capacity, valid_from)
           select (array['MONDAY', 'TUESDAY', 'FRIDAY'])[n % 3 + 1], lpad((n % 20)::text, 2, '0') || ':15', '23:59',
                  n % 9 + 1, '2026-01-01' from n`,
    bare: `select * from predefined_time_slot
            order by array_position(array['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
                                    weekday), start_time, valid_from, id`,
  },
  {
    name: 'shared documents',
    endpoint: sharedDocumentApi.list,
    fill: `with f as (insert into stored_file (hash, size_byte) values (repeat('0', 64), 1) returning hash)
           insert into library_document (collection, name, mime_type, size_byte, file_hash)
           select 'SHARED_DOCUMENTS', 'Preisliste ' || n || '.pdf', 'application/pdf', n, (select hash from f) from n`,
    bare: `select id, version, name, mime_type, document_kind, size_byte, uploaded_at, thumbnail_hash is not null
             from library_document where collection = 'SHARED_DOCUMENTS' and deleted_at is null order by fold(name), id`,
  },
  {
    name: 'absence e-mails',
    endpoint: masterData.absenceEmails.list,
    fill: `insert into absence_email (subject, text, valid_from)
           select 'Ferien ' || n, repeat('Ich bin zurzeit nicht im Büro. ', 5), '2026-01-01'::date + n % 900 from n`,
    bare: 'select * from absence_email order by valid_from desc, id',
  },
  {
    name: 'document classifications',
    endpoint: classificationApi.list,
    fill: `with c as (insert into document_classification (title) select 'Klasse ' || n from n returning id)
           insert into document_classification_user (owner_id, user_id) select c.id, u.id from c, app_user u`,
    bare: `select c.*, array(select user_id from document_classification_user a where a.owner_id = c.id),
                  array(select role_id from document_classification_role a where a.owner_id = c.id)
             from document_classification c order by fold(c.title), c.id`,
  },
  {
    name: 'boards',
    endpoint: boardApi.listAll,
    fill: `with b as (insert into blackboard (kind, title) select 'FLAME', 'Board ' || n from n returning id)
           insert into blackboard_step (blackboard_id, position, title, colour)
           select b.id, p, 'Schritt ' || p, '#5a5e64' from b, generate_series(0, 4) p`,
    bare: `select b.*, (select json_agg(json_build_object('id', s.id, 'title', s.title, 'colour', s.colour)
                                        order by s.position) from blackboard_step s where s.blackboard_id = b.id),
                  array(select user_id from blackboard_user a where a.owner_id = b.id),
                  array(select role_id from blackboard_role a where a.owner_id = b.id)
             from blackboard b order by fold(b.title), b.id`,
  },
  {
    name: 'to-do packages',
    endpoint: todoPackageApi.list,
    fill: `with p as (insert into todo_package (title) select 'Paket ' || n from n returning id)
           insert into todo_template (package_id, position, title, start_days)
           select p.id, i, 'Aufgabe ' || i, i from p, generate_series(0, 3) i`,
    bare: `select p.*, (select json_agg(t order by t.position) from todo_template t where t.package_id = p.id)
             from todo_package p order by fold(p.title), p.id`,
  },
]

function titled(name: string, endpoint: Endpoint, table: string, more = '') {
  return [
    {
      name,
      endpoint,
      fill: `insert into ${table} (title) select 'Eintrag ' || md5(n::text) from n`,
      bare: `select id, version, title${more ? `, ${more}` : ''} from ${table} order by fold(title), id`,
    },
  ]
}

/** Fills the table of a list with `count` rows. */
export const fillWith = (fill: string, count: number) =>
  fill.replace(/\bfrom n\b/, `from generate_series(1, ${count}) n`)
