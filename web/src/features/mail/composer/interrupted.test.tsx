import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../../../test/render.tsx'
import { noteWriting, useInterrupted } from './interrupted.ts'

const server = vi.hoisted(() => ({ drafts: [] as { id: string; version: number }[] }))
vi.mock('../../../api/client.ts', () => ({ call: async () => server.drafts }))
vi.mock('../../../session/session.ts', async (load) => ({
  ...(await load<object>()),
  currentUser: () => ({ id: 'anna' }),
}))

function Host() {
  useInterrupted()
  return null
}
const comeBack = (subject: string) => {
  noteWriting({ subject, keptRef: 'k1', draftRef: 'd1', userRef: 'anna' })
  return renderUi(<Host />)
}

it('offers what was being written, but nothing of a draft that was sent or thrown away', async () => {
  comeBack('Fort').unmount()
  server.drafts = [{ id: 'd1', version: 1 }]
  comeBack('Hier')
  // the first that there is
  expect(await screen.findByText(/^Ihre angefangene E-Mail/)).toHaveTextContent('«Hier»')
})
