import { telephonyApi } from '../contract/src/calls/telephony.ts'
import { addContact, expect, test, unique, uniqueLandline } from './fixtures.ts'
import { corner, telephones } from './screens/telephones.ts'

test('a call is announced in only one of the tabs of a person, and counted as unread in all of them', async ({
  page,
  signIn,
  database,
}) => {
  const { me, own: extension, key } = await telephones(database)
  const surname = `Rufer${unique()}`
  const number = uniqueLandline()
  await signIn(me)
  await addContact(page, { surname, phoneNumbers: [{ type: 'LANDLINE', number }] })
  const tabs = [page, await page.context().newPage()]
  for (const tab of tabs) await tab.goto('/ownDueFlames')
  const tell = async (event: string) => {
    const headers = { authorization: `Bearer ${key}` }
    const data = { event, callId: surname, from: number, to: extension, answeredBy: extension }
    expect((await page.request.post(telephonyApi.tell.path, { headers, data })).status()).toBe(202)
  }
  const saying = async (text: RegExp) => {
    const all = await Promise.all(tabs.map((tab) => corner(tab).getByText(text).count()))
    return all.reduce((sum, count) => sum + count, 0)
  }
  /** Waits until both tabs show the call. */
  const heard = async (unread: string) => {
    for (const tab of tabs) await expect(tab.getByRole('button', { name: `Anrufe, ${unread} ungelesen` })).toBeVisible()
  }
  await tell('RINGING')
  await heard('1')
  await expect.poll(() => saying(new RegExp(`^Anruf von .*${surname}$`))).toBe(1)
  await tell('ANSWERED')
  await expect.poll(() => saying(new RegExp(`^Im Gespräch mit .*${surname}$`))).toBe(1)
  expect(await saying(new RegExp(`^Anruf von .*${surname}$`))).toBe(0)
  await tell('ENDED')
  await heard('0')
  await expect.poll(() => saying(/^Festhalten$/)).toBe(1)
  for (const tab of tabs) {
    const write = corner(tab).getByRole('button', { name: 'Festhalten' })
    if ((await write.count()) > 0) await write.click()
  }
  await expect.poll(() => saying(/^Festhalten$/)).toBe(0)
})
