import { appointmentApi } from '#contract/calendars/appointments'
import { flameApi } from '#contract/orders/flames'
import { addBoard } from './board.ts'
import { bench } from './harness.ts'
import { openProduct } from './in-process.ts'

const many = 200_000
const { database, admin, call, close } = await openProduct()
await addBoard({ database, admin, call })

const client = await database.pool.connect()
await client.query('begin')
// without the triggers
await client.query('set local session_replication_role = replica')
await client.query(
  `create temporary table made on commit drop as
   select n, uuid_v7() as id, '2033-01-01'::timestamptz + n * interval '15 minutes' as at,
          (array(select id from blackboard_step))[1 + n % 5] as step, (array(select id from contact limit 2000))[1 + n % 2000] as contact
     from generate_series(1, ${many}) n`,
)
await client.query('insert into flame (id, step_id, place, assignee_id) select id, step, n, $1 from made', [admin])
await client.query(
  `insert into dossier (flame_id, contact_id, certificate_name, language, pickup_date, self_pickup_at, delivery_date)
   select id, contact, 'Familie Beispiel', 'DE', case when n % 3 = 0 then at end, case when n % 3 = 1 then at end,
          case when n % 3 = 2 then at end from made`,
)
await client.query('insert into flame_card (flame_id, card) select id, (select card from flame_card limit 1) from made')
await client.query(
  `insert into dossier_package (flame_id, order_key, quantity, width_in_cm, depth_in_cm, height_in_cm, weight_in_kg)
   select id, 1, 1 + n % 4, 80, 80, 60, 120.5 from made`,
)
await client.query('select refresh_flame_pickups(id) from made')
await client.query('commit')
client.release()

// the floor: what an entry shows in one flat row under one index
await database.pool.query(
  `create table flat_pickup as
   select f.id as "flameRef", s.blackboard_id as "taskboardRef", s.blackboard_id as "blackBoardRef", f.step_id as step,
          f.version, case when d.pickup_date is not null then 'PICKUP' when d.self_pickup_at is not null then 'SELF_PICKUP'
          else 'DELIVERY' end as kind, coalesce(d.pickup_date, d.self_pickup_at, d.delivery_date) as at, c.id as "contactRef",
          c.full_name as "contactName", d.certificate_name as "certificateName", d.sap_ordernumber as "sapOrdernumber",
          f.assignee_id as "assigneeRef", d.forwarding_agency_id as "forwardingAgencyRef", '' as "forwardingAgency",
          (select sum(quantity)::int from dossier_package p where p.flame_id = f.id) as crates,
          (select sum(quantity * weight_in_kg)::float8 from dossier_package p where p.flame_id = f.id) as "weightInKg",
          d.delivered, k.card::json -> 'lacks' as lacks
     from flame f join blackboard_step s on s.id = f.step_id join dossier d on d.flame_id = f.id
     join contact c on c.id = d.contact_id join flame_card k on k.flame_id = f.id`,
)
await database.pool.query('create index on flat_pickup (at)')
await database.pool.query('vacuum analyze')

const month = (round: number) => {
  const start = new Date(Date.UTC(2033, round % 60, 1))
  const end = new Date(Date.UTC(2033, (round % 60) + 1, 0))
  return [start, end].map((date) => date.toISOString().slice(0, 10)) as [string, string]
}
await bench('a month out of 200,000 dated flames', {
  bare: async (round) => {
    const { rows } = await database.pool.query<{ list: string }>(
      `select json_agg(p order by at)::text as list from flat_pickup p
        where at >= $1::date and at < $2::date + 1`,
      month(round),
    )
    return rows[0]?.list
  },
  product: (round) => {
    const [start, end] = month(round)
    return call('GET', `${flameApi.pickups.path}?${new URLSearchParams({ start, end })}`)
  },
  rounds: 40,
  limit: { times: 2, plus: 3, at: 'p50' },
})

const booked = 500_000
const filling = await database.pool.connect()
await filling.query('begin')
await filling.query('set local session_replication_role = replica')
await filling.query(
  `create temporary table booked on commit drop as
   select n, uuid_v7() as id, '2033-01-01'::timestamptz + n * interval '15 minutes' as at,
          (array(select id from contact limit 2000))[1 + n % 2000] as contact
     from generate_series(1, ${booked}) n`,
)
await filling.query(
  `insert into encounter (id, contact_id, encounter_type, title, description, original_known_since, created_by)
   select id, contact, 'APPOINTMENT', 'Beratung ' || n, 'Feuerschale, 80 cm', at, $1 from booked`,
  [admin],
)
await filling.query(
  `insert into appointment (id, start_at, end_at, place, participants)
   select id, at, at + interval '1 hour', 'Ausstellung', array[$1::uuid] from booked`,
  [admin],
)
await filling.query('commit')
filling.release()
await database.pool.query(
  `create table flat_appointment as
   select a.id, e.version, e.contact_id as "contactRef", c.full_name as "contactName", e.title, e.description as note,
          iso(a.start_at) as "startUtc", iso(a.end_at) as "endUtc", a.place, a.state, a.reason, a.slot_id as "slotRef",
          a.participants as "participantRefs", u.username as "createdBy", a.start_at as at
     from appointment a join encounter e on e.id = a.id join contact c on c.id = e.contact_id
     join app_user u on u.id = e.created_by`,
)
await database.pool.query('create index on flat_appointment (at)')
await database.pool.query('vacuum analyze')
await bench('a month out of 500,000 appointments', {
  bare: async (round) => {
    const { rows } = await database.pool.query<{ list: string }>(
      `select json_agg(p order by at)::text as list from flat_appointment p
        where at >= $1::date and at < $2::date + 1`,
      month(round),
    )
    return rows[0]?.list
  },
  product: (round) => {
    const [start, end] = month(round)
    return call('GET', `${appointmentApi.list.path}?${new URLSearchParams({ start, end })}`)
  },
  rounds: 40,
  limit: { times: 2, plus: 3, at: 'p50' },
})
await close()
