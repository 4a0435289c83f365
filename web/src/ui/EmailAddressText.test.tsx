import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EmailAddressText } from './EmailAddressText.tsx'

it('an address may be broken behind its @ and dots alone', () => {
  const { container } = render(<EmailAddressText>anna.muster@example.com</EmailAddressText>)
  expect(container.innerHTML).toBe('anna.<wbr>muster@<wbr>example.<wbr>com')
})
