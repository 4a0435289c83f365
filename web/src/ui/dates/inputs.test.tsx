import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { DateInput, MonthInput, PastDateInput } from './DateInput.tsx'
import { DateTimeInput } from './DateTimeInput.tsx'
import type { DateInputProps } from './TypedDate.tsx'

function show<Props extends DateInputProps>(Input: ComponentType<Props>, props: Partial<Props> = {}) {
  const seen = vi.fn()
  let set: (value: string | null) => void = () => undefined
  function Holder() {
    const [value, setValue] = useState<string | null>(props.value ?? null)
    set = setValue
    const onChange = (next: string | null) => {
      seen(next)
      setValue(next)
    }
    return <Input {...(props as Props)} label="Datum" value={value} onChange={onChange} />
  }
  renderUi(<Holder />)
  return { seen, set: (value: string | null) => act(() => set(value)) }
}

const input = () => screen.getByRole('textbox', { name: 'Datum' })
const type = (text: string) => fireEvent.change(input(), { target: { value: text } })

afterEach(() => {
  vi.useRealTimers()
})

describe('a typed date', () => {
  it.each([
    ['takes words, for which a phone shows its letters', DateInput, 'text'],
    ['takes them with a time as well', DateTimeInput, 'text'],
    [
      'takes none where the day is past',
      (props: DateInputProps) => <PastDateInput {...props} today="2026-11-24" />,
      'decimal',
    ],
    ['takes none for a month', MonthInput, 'decimal'],
  ])('%s', (_, Input: ComponentType<DateInputProps>, keys) => {
    show(Input)
    expect(input()).toHaveAttribute('inputmode', keys)
  })

  it('is read 200 ms after the last key, and formatted only when the field is left', () => {
    vi.useFakeTimers()
    const { seen } = show(DateInput)
    type('1.3.2')
    act(() => void vi.advanceTimersByTime(150))
    type('1.3.26')
    act(() => void vi.advanceTimersByTime(199))
    expect(seen).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1))
    expect(seen.mock.calls).toEqual([['2026-03-01']])
    expect(input()).toHaveValue('1.3.26')
    fireEvent.blur(input())
    expect(input()).toHaveValue('01.03.2026')
  })

  it('keeps a letter that is typed before its parent has set the former value', () => {
    vi.useFakeTimers()
    const { seen } = show(DateInput)
    type('1.3.2')
    act(() => {
      vi.advanceTimersByTime(200)
      type('1.3.26')
    })
    expect(input()).toHaveValue('1.3.26')
    act(() => void vi.advanceTimersByTime(200))
    expect(seen.mock.calls).toEqual([['1.3.2'], ['2026-03-01']])
  })

  it('is read at once when the field is left', () => {
    const { seen } = show(DateInput)
    type('20112026')
    fireEvent.blur(input())
    expect(seen.mock.calls).toEqual([['2026-11-20']])
    expect(input()).toHaveValue('20.11.2026')
  })

  it.each(['31.02.2026', '1.', '01.01.1799', 'bald'])(
    'that is invalid (%s) stays, is reported and is handed over as typed',
    (text) => {
      const { seen } = show(DateInput)
      type(text)
      fireEvent.blur(input())
      expect(input()).toHaveValue(text)
      expect(input()).toHaveAccessibleDescription('Eingabe ist kein valides Datum')
      expect(input()).toBeInvalid()
      expect(seen.mock.calls).toEqual([[text]])
    },
  )

  it('is replaced when the value changes from outside', () => {
    const { set } = show(DateInput)
    type('1.3.26')
    set('2027-12-24')
    expect(input()).toHaveValue('24.12.2027')
    set(null)
    expect(input()).toHaveValue('')
  })

  it('of the past with a year of two digits is within the last hundred years', () => {
    const { seen } = show(PastDateInput, { today: '2026-11-22' })
    type('1.3.67')
    fireEvent.blur(input())
    expect(seen.mock.calls).toEqual([['1967-03-01']])
    expect(input()).toHaveValue('01.03.1967')
    expect(input()).toBeValid()
    type('23.11.2026')
    fireEvent.blur(input())
    expect(input()).toHaveAccessibleDescription('Das Datum liegt in der Zukunft')
    expect(seen).toHaveBeenLastCalledWith('23.11.2026')
  })

  it('can be cleared', async () => {
    const { seen } = show(DateInput, { value: '2026-03-01' })
    await userEvent.tab()
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Datum: Datum wählen' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Datum leeren' }))
    expect(seen).toHaveBeenLastCalledWith(null)
    expect(input()).toHaveValue('')
    expect(screen.queryByRole('button', { name: 'Datum leeren' })).not.toBeInTheDocument()
  })

  it('is refused with the default sentence when it is blocked', () => {
    const isBlocked = (day: string) => day === '2026-03-01'
    show(DateInput, { isBlocked })
    type('1.3.26')
    fireEvent.blur(input())
    expect(input()).toHaveAccessibleDescription('Dieses Datum ist nicht erlaubt.')
  })

  it('is refused with the sentence of its field when it is blocked', () => {
    show(DateInput, {
      isBlocked: () => true,
      blockedMessage: 'Datum ist als Abholtermin blockiert',
      value: '2026-03-01',
    })
    expect(input()).toHaveAccessibleDescription('Datum ist als Abholtermin blockiert')
  })

  it('can be a word for a day that is near, but not in a field for days of the past', () => {
    vi.useFakeTimers({ now: new Date('2026-11-23T23:30:00Z'), toFake: ['Date'] })
    const { seen } = show(DateInput)
    type('morgen')
    fireEvent.blur(input())
    expect(seen.mock.calls).toEqual([['2026-11-25']])
    expect(input()).toHaveValue('25.11.2026')
    cleanup()
    show(PastDateInput, { today: '2026-11-24' })
    type('1.3.')
    fireEvent.blur(input())
    expect(input()).toHaveAccessibleDescription('Eingabe ist kein valides Datum')
  })

  it('that is read only has no buttons', () => {
    show(DateInput, { value: '2026-03-01', readOnly: true })
    expect(input()).toHaveAttribute('readonly')
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })
})

describe('a typed date with a time', () => {
  it.each([
    ['1.3.26 14:30', '2026-03-01T13:30:00.000Z', '01.03.2026 14:30'],
    ['1.7.26 1430', '2026-07-01T12:30:00.000Z', '01.07.2026 14:30'],
    ['1.3.26', '2026-03-01T07:00:00.000Z', '01.03.2026 08:00'],
    ['29.2. 9:15', '2028-02-29T08:15:00.000Z', '29.02.2028 09:15'],
  ])('%s is the instant %s', (text, instant, shown) => {
    vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z'), toFake: ['Date'] })
    const { seen } = show(DateTimeInput, { defaultHour: 8 })
    type(text)
    fireEvent.blur(input())
    expect(seen.mock.calls).toEqual([[instant]])
    expect(input()).toHaveValue(shown)
  })

  it.each([
    ['1.3.26 24:00', 'Falsche Stundenangabe'],
    ['1.3.26 12:60', 'Falsche Minutenangabe'],
    ['1.3.26 12:6', 'Eingabe ist zu kurz'],
    ['29.2.26 12:00', 'Eingabe ist kein valides Datum'],
    ['29.3.26 02:30', 'Eingabe ist kein valides Datum'],
  ])('%s: %s', (text, sentence) => {
    const { seen } = show(DateTimeInput)
    type(text)
    fireEvent.blur(input())
    expect(input()).toHaveAccessibleDescription(sentence)
    expect(input()).toHaveValue(text)
    expect(seen.mock.calls).toEqual([[text]])
  })

  it('is blocked by its day in Zurich', () => {
    show(DateTimeInput, { isBlocked: (day) => day === '2026-03-01', value: '2026-02-28T23:30:00Z' })
    expect(input()).toHaveAccessibleDescription('Dieses Datum ist nicht erlaubt.')
  })
})

it('a month is typed as MM.yyyy', () => {
  const { seen } = show(MonthInput)
  type('3.26')
  fireEvent.blur(input())
  expect(seen.mock.calls).toEqual([['2026-03']])
  expect(input()).toHaveValue('03.2026')
  type('13.2026')
  fireEvent.blur(input())
  expect(input()).toHaveAccessibleDescription('Eingabe ist kein valides Datum')
})

describe('the calendar', () => {
  it('picks a day, keeps the time and returns the focus', async () => {
    const { seen } = show(DateTimeInput, { value: '2026-03-01T13:30:00.000Z' })
    const opener = screen.getByRole('button', { name: 'Datum: Datum wählen' })
    await userEvent.click(opener)
    await userEvent.click(await screen.findByRole('gridcell', { name: '20' }))
    expect(seen).toHaveBeenLastCalledWith('2026-03-20T13:30:00.000Z')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(opener).toHaveFocus()
    expect(input()).toHaveValue('20.03.2026 14:30')
  })

  it('opens with Alt+Down, is in German and disables blocked days', async () => {
    const { seen } = show(DateInput, { value: '2026-03-01', isBlocked: (day) => day === '2026-03-19' })
    await userEvent.click(input())
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(await screen.findByText('März 2026')).toBeInTheDocument()
    expect(screen.getByRole('gridcell', { name: '19' })).toBeDisabled()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await waitFor(() => expect(seen).toHaveBeenLastCalledWith('2026-03-02'))
  })

  it('picks a month', async () => {
    const { seen } = show(MonthInput, { value: '2026-03' })
    await userEvent.click(screen.getByRole('button', { name: 'Datum: Monat wählen' }))
    await userEvent.click(await screen.findByRole('radio', { name: 'Mai' }))
    expect(seen).toHaveBeenLastCalledWith('2026-05')
  })
})
