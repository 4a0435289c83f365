import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { CurrentUser } from '#contract/users/users'
import { renderUi } from '../../../../test/render.tsx'
import { setCurrentUser } from '../../../session/session.ts'
import { noteWriting, useInterrupted } from './interrupted.ts'

function Host() {
  useInterrupted()
  return null
}
const comeBack = (subject: string) => {
  noteWriting({ subject, keptRef: 'k1', draftRef: 'd1', userRef: 'anna' })
  return renderUi(<Host />)
}

it('an interrupted message is offered again, unless its draft was sent or discarded', async () => {
  let drafts: { id: string; version: number }[] = []
  vi.stubGlobal('fetch', async () => Response.json(drafts))
  setCurrentUser({ id: 'anna' } as CurrentUser)
  comeBack('Fort').unmount()
  drafts = [{ id: 'd1', version: 1 }]
  comeBack('Hier')
  // the first match
  expect(await screen.findByText(/^Ihre angefangene E-Mail/)).toHaveTextContent('«Hier»')
})
