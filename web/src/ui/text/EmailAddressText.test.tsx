import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EmailAddressText } from './EmailAddressText.tsx'

it('an e-mail address may be broken only behind its @ and dots', () => {
  const { container } = render(<EmailAddressText>anna.muster@example.com</EmailAddressText>)
  expect(container.innerHTML).toBe('anna.<wbr>muster@<wbr>example.<wbr>com')
})

it('an e-mail address is not broken at a hyphen, unless the part is too long for one line', () => {
  const { container } = render(<EmailAddressText>verkauf@muster-kaminbau.example</EmailAddressText>)
  expect(container.querySelector('span')?.style.whiteSpace).toBe('nowrap')
  expect(container.querySelector('span')?.textContent).toBe('muster-kaminbau.')
  const long = render(<EmailAddressText>a@sehr-lange-namen-einer-kaminbaufirma.example</EmailAddressText>)
  expect(long.container.querySelector('span')).toBeNull()
})
