import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Role } from '#contract/users/roles'
import { type CurrentUser, userApi } from '#contract/users/users'
import type { Work } from '#contract/users/work'
import { absenceApi } from '#contract/work/absences'
import { renderUi } from '../../../test/render.tsx'
import { apiQuery } from '../../api/hooks.ts'
import { loadTexts } from '../../i18n/i18n.ts'
import { setCurrentUser } from '../../session/session.ts'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { PermissionsField } from './PermissionsField.tsx'
import { AssigneeDialog } from './people/AssigneeDialog.tsx'
import { PersonField } from './people/PersonField.tsx'
import { choosable, userOptions } from './people/use-users.ts'
import { RolesField } from './RolesField.tsx'

const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
const render = (children: ReactNode) => renderUi(<QueryClientProvider client={client}>{children}</QueryClientProvider>)
const inForm = (children: ReactNode) =>
  render(
    <Form
      schema={z.object({ permissions: z.array(z.string()), roles: z.array(z.string()) })}
      defaultValues={{ permissions: ['FLAME_READ'], roles: ['KASSE'] }}
      onSubmit={async () => {}}
    >
      {children}
    </Form>,
  )

beforeAll(() => loadTexts('users'))
beforeEach(() => setCurrentUser({ id: 'me', permissions: ['USER_READ', 'CONTACT_READ'] } as unknown as CurrentUser))

it('permissions that the user does not hold are shown but cannot be changed', () => {
  inForm(<PermissionsField disabled={false} />)
  expect(screen.getByRole('checkbox', { name: 'Kontakte: Lesen' })).toBeEnabled()
  expect(screen.getByRole('checkbox', { name: 'Kontakte: Löschen' })).toBeDisabled()
  expect(screen.getByRole('checkbox', { name: 'Flammen: Lesen' })).toBeDisabled()
  expect(screen.getByRole('checkbox', { name: 'Flammen: Lesen' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Verwaltung und Stammdaten' })).toBeDisabled()
})

it('roles that the user may not give are shown but cannot be changed', () => {
  const role = (name: string, givable: boolean) => ({ id: name, name, givable }) as Role
  inForm(<RolesField roles={[role('KARTEI', true), role('KASSE', false)]} />)
  expect(screen.getByRole('checkbox', { name: 'KARTEI' })).toBeEnabled()
  expect(screen.getByRole('checkbox', { name: 'KASSE' })).toBeDisabled()
  expect(screen.getByRole('checkbox', { name: 'KASSE' })).toBeChecked()
})

it('users who cannot sign in are not offered as assignees', () => {
  const user = (username: string, disabled: boolean) => ({ id: username, username, avatarSmall: null, disabled })
  client.setQueryData(apiQuery(userApi.list, {}).queryKey, [user('anna', false), user('beat', true)])
  render(
    <AssigneeDialog title="Zuweisen" given={{ work: 'FLAME' }} current={null} onSelect={() => {}} onClose={() => {}} />,
  )
  expect(screen.getByRole('button', { name: 'anna' })).toBeVisible()
  expect(screen.queryByText('beat')).toBeNull()
})

it('only users who may see the record are offered as assignees, besides the one chosen before', async () => {
  setCurrentUser({ id: 'me', permissions: ['USER_READ', 'PROJECT_READ'] } as unknown as CurrentUser)
  const user = (id: string) => ({ id, username: id, avatarSmall: null, disabled: false })
  client.setQueryData(apiQuery(userApi.list, {}).queryKey, [user('anna'), user('api'), user('termin')] as never)
  const given = { work: 'PROJECT', boardRef: 'board' } as const
  client.setQueryData(apiQuery(userApi.whoSees, { query: given }).queryKey, ['anna'])
  const dialog = render(
    <AssigneeDialog title="Zuweisen" given={given} current={null} onSelect={() => {}} onClose={() => {}} />,
  )
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([expect.stringContaining('anna')])
  dialog.unmount()

  render(
    <Form schema={z.object({ user: z.string() })} defaultValues={{ user: 'termin' }} onSubmit={async () => {}}>
      <PersonField name="user" label="Zuständig" given={given} />
    </Form>,
  )
  await userEvent.click(screen.getByRole('combobox', { name: 'Zuständig' }))
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['anna', 'termin'])
})

it('users who can sign in are offered in the order of their names, besides the one chosen before', async () => {
  const users = [
    { id: 'c', username: 'carla', disabled: false },
    { id: 'b', username: 'beat', disabled: true },
    { id: 'a', username: 'anna', disabled: false },
  ]
  expect(choosable(users).map(({ id }) => id)).toEqual(['a', 'c'])
  expect(choosable(users, (id) => id === 'b').map(({ id }) => id)).toEqual(['a', 'b', 'c'])

  const offered = async (chosen: string | null) => {
    const form = render(
      <Form
        schema={z.object({ user: z.string().nullable() })}
        defaultValues={{ user: chosen }}
        onSubmit={async () => {}}
      >
        <SelectField name="user" label="Zuständig" options={userOptions(users)} />
      </Form>,
    )
    await userEvent.click(screen.getByRole('combobox', { name: 'Zuständig' }))
    const names = screen.getAllByRole('option').map((option) => option.textContent)
    form.unmount()
    return names
  }
  expect(await offered(null)).toEqual(['anna', 'carla'])
  expect(await offered('b')).toEqual(['anna', 'beat', 'carla'])
})

it('the field for a person says who is away until when, and who stands in for that kind of work', async () => {
  const user = (id: string, username: string) => ({ id, username, avatarSmall: null, disabled: false })
  client.setQueryData(apiQuery(userApi.list, {}).queryKey, [user('a', 'anna'), user('b', 'beat')] as never)
  const standIns = { FLAME: 'b', PROJECT: null, TODO: 'b', MAIL: null }
  const until = '2031-12-14T16:00:00.000Z'
  client.setQueryData(apiQuery(absenceApi.away, {}).queryKey, [{ personRef: 'a', until, standIns }])
  const textOf = async (work?: Work) => {
    const form = render(
      <Form schema={z.object({ user: z.string() })} defaultValues={{ user: 'a' }} onSubmit={async () => {}}>
        <PersonField name="user" label="Zuständig" given={work && { work }} />
      </Form>,
    )
    const field = screen.getByRole('combobox', { name: 'Zuständig' })
    expect(field).toHaveTextContent(/^anna$/)
    const below = field.getAttribute('aria-describedby')
    await userEvent.click(field)
    const option = screen.getAllByRole('option')[0]?.textContent
    expect(option).toBe(`anna ${document.getElementById(below ?? '')?.textContent}`)
    form.unmount()
    return option
  }
  expect(await textOf('FLAME')).toBe('anna abwesend bis 14.12.2031 17:00, Vertretung beat')
  expect(await textOf('PROJECT')).toBe('anna abwesend bis 14.12.2031 17:00, ohne Vertretung')
  expect(await textOf()).toBe('anna abwesend bis 14.12.2031 17:00')
})
