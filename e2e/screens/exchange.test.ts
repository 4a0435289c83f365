import { afterAll, inject } from 'vitest'
import { telephonyApi } from '../../contract/src/calls/telephony.ts'
import { pathOf } from '../../contract/src/endpoint.ts'
import { startExchange } from './exchange/exchange.ts'
import { addContact, expect, test, unique, uniqueLandline } from './fixtures.ts'
import { callsButton, corner, telephones } from './telephones.ts'

const { url } = inject('product')
let exchange: Awaited<ReturnType<typeof startExchange>> | undefined
afterAll(() => exchange?.stop())

test('a SIP call through an exchange is announced while it rings, and its outcome is recorded', async ({
  page,
  signIn,
  database,
}) => {
  const { me, own, other, key } = await telephones(database)
  exchange = await startExchange(`${url}${pathOf(telephonyApi.tellByForm, { key })}`)
  await signIn(me)
  const surname = `Rufer${unique()}`
  const number = uniqueLandline()
  await addContact(page, { surname, phoneNumbers: [{ type: 'LANDLINE', number }] })
  await page.goto('/ownDueFlames')
  await expect(callsButton(page)).toBeVisible()

  // answered, then ended
  const rings = corner(page).getByText(new RegExp(`Anruf von .*${surname}`))
  const first = await exchange.call(number, own)
  await expect(rings).toBeVisible()
  await first.answer()
  const state = async () =>
    (await database.pool.query('select state from phone_call where from_number = $1', [number])).rows[0]?.state
  await expect.poll(state).toBe('ANSWERED')
  const speaks = corner(page).getByText(new RegExp(`Im Gespräch mit .*${surname}`))
  await expect(speaks).toBeVisible()
  await expect(rings).toHaveCount(0)
  first.hangUp()
  await expect(corner(page).getByRole('button', { name: 'Festhalten' })).toBeVisible()
  await expect(speaks).toHaveCount(0)
  await first.over()

  // a colleague calls while the line is busy: the call never rings
  const busy = await exchange.call(other, own, 'busy')
  await expect(page.getByRole('button', { name: 'Anrufe, 1 ungelesen' })).toBeVisible()
  await busy.over()

  const states = async () => {
    const { rows } = await database.pool.query(
      `select state, internal from phone_call c join phone_call_person p on p.call_id = c.id
         join app_user u on u.id = p.user_id where u.username = $1 order by c.id`,
      [me],
    )
    return rows
  }

  // nobody answers; the call before may still be shown, and a caller who hangs up before it rings is not announced
  const unheard = await exchange.call(other, own, 'unheard')
  await expect.poll(async () => (await states()).at(-1)?.state).toBe('RINGING')
  const colleague = corner(page).getByText(new RegExp(`${other}.*intern`))
  await expect(colleague).toBeVisible()
  unheard.giveUp()
  await unheard.over()
  await expect(colleague).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Anrufe, 2 ungelesen' })).toBeVisible()
  expect(await states()).toEqual([
    { state: 'ENDED', internal: false },
    { state: 'MISSED', internal: true },
    { state: 'MISSED', internal: true },
  ])
})
