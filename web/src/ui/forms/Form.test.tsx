import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { useFieldArray } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { renderUi } from '../../../test/render.tsx'
import { setLanguage } from '../../i18n/i18n.ts'
import { AutocompleteField, type Choice } from '../fields/AutocompleteField.tsx'
import { CheckboxField, SwitchField } from '../fields/CheckboxField.tsx'
import { DateField } from '../fields/DateField.tsx'
import { NumberField } from '../fields/NumberField.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { useField } from '../fields/use-field.ts'
import { notify } from '../notices/snackbar.ts'
import { Form } from './Form.tsx'
import { useFormMethods } from './form-methods.ts'
import { mayLeave } from './unsaved-changes.ts'

function show<Schema extends z.ZodObject>(
  schema: Schema,
  defaultValues: Record<string, unknown>,
  fields: ReactNode,
  onSubmit: (values: unknown) => unknown = vi.fn(),
) {
  renderUi(
    <Form
      schema={schema as unknown as z.ZodType<unknown, never>}
      defaultValues={defaultValues as never}
      onSubmit={onSubmit}
    >
      {fields}
      <button type="submit">Speichern</button>
    </Form>,
  )
  return onSubmit
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Speichern' }))
const field = (name: string) => screen.getByRole('textbox', { name })

function Rows() {
  const { fields, append } = useFieldArray({ name: 'rows' })
  return (
    <>
      {fields.map(({ id }, index) => (
        <TextField key={id} name={`rows.${index}.name`} label={`Name ${index + 1}`} />
      ))}
      <button type="button" onClick={() => append({ name: '' })}>
        Zeile hinzufügen
      </button>
    </>
  )
}

interface Drawn {
  field: number
  methods: number
}

function Counted({ drawn }: { drawn: Drawn }) {
  drawn.field += 1
  const { value, onChange } = useField('kept')
  return <input aria-label="Bleibt" value={value} onChange={onChange} />
}

function Doing({ drawn }: { drawn: Drawn }) {
  drawn.methods += 1
  const { setValue } = useFormMethods()
  return (
    <button type="button" onClick={() => setValue('kept', 'von hier')}>
      Setzen
    </button>
  )
}

it('a field is not rendered again when another field changes', async () => {
  const drawn = { field: 0, methods: 0 }
  show(
    z.object({ kept: z.string(), typed: z.string() }),
    { kept: '', typed: '' },
    <>
      <Counted drawn={drawn} />
      <Doing drawn={drawn} />
      <TextField name="typed" label="Getippt" />
    </>,
  )
  await userEvent.type(field('Getippt'), 'etwas')
  expect(field('Getippt')).toHaveValue('etwas')
  expect(drawn).toEqual({ field: 1, methods: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Setzen' }))
  expect(field('Bleibt')).toHaveValue('von hier')
})

describe('a new row', () => {
  const list = z.object({ rows: z.array(z.object({ name: z.string().min(1) })) })
  const add = () => userEvent.click(screen.getByRole('button', { name: 'Zeile hinzufügen' }))
  const blamed = () => screen.queryAllByText('Das Feld wird benötigt')

  it('has no errors until its field is left or the form is saved; the errors of other rows stay', async () => {
    const onSubmit = show(list, { rows: [] }, <Rows />)
    await add()
    await waitFor(() => expect(field('Name 1')).toHaveFocus())
    expect(blamed()).toHaveLength(0)
    await userEvent.tab()
    expect(await screen.findAllByText('Das Feld wird benötigt')).toHaveLength(1)
    await add()
    await waitFor(() => expect(field('Name 2')).toHaveFocus())
    expect(field('Name 1')).toHaveAccessibleDescription('Das Feld wird benötigt')
    expect(field('Name 2')).not.toHaveAccessibleDescription()
    await save()
    await waitFor(() => expect(blamed()).toHaveLength(2))
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('the message of the form', () => {
  const person = z.object({ name: z.string().min(1).max(5), email: z.email(), count: z.number().int().min(1) })
  const fields = (
    <>
      <TextField name="name" label="Name" />
      <TextField name="email" label="E-Mail" />
      <NumberField name="count" label="Anzahl" />
    </>
  )

  it('is that of the specification, at its field', async () => {
    const onSubmit = show(person, { name: '', email: '', count: null }, fields)
    await save()
    expect(await screen.findAllByText('Das Feld wird benötigt')).toHaveLength(3)
    expect(field('Name')).toHaveAccessibleDescription('Das Feld wird benötigt')
    expect(field('Name')).toHaveFocus()
    await userEvent.type(field('Name'), 'zu lang')
    await userEvent.type(field('E-Mail'), 'anna@')
    await userEvent.type(field('Anzahl'), 'viele')
    expect(await screen.findByText('Das Feld darf max 5 Zeichen besitzen')).toBeInTheDocument()
    expect(await screen.findByText('Das Feld muss eine valide E-Mail-Adresse sein')).toBeInTheDocument()
    expect(await screen.findByText('Das Feld muss eine Zahl sein')).toBeInTheDocument()
    await userEvent.clear(field('Anzahl'))
    await userEvent.type(field('Anzahl'), '0')
    expect(await screen.findByText('Der Wert muss mindestens 1 sein')).toBeInTheDocument()
    await userEvent.type(field('Anzahl'), '.5')
    expect(await screen.findByText('Das Feld muss eine ganze Zahl sein')).toBeInTheDocument()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('is in French for a French user', async () => {
    await setLanguage('FR')
    show(person, { name: '', email: 'a@b.ch', count: 1 }, fields)
    await userEvent.click(screen.getByRole('button'))
    expect(await screen.findByText('Ce champ est obligatoire')).toBeInTheDocument()
    await setLanguage('DE')
  })
})

describe('saving', () => {
  const schema = z.object({ name: z.string().min(1), emails: z.array(z.object({ address: z.string() })) })
  const values = { name: 'Anna', emails: [{ address: 'a@b.ch' }] }
  const fields = (
    <>
      <TextField name="name" label="Name" />
      <TextField name="emails.0.address" label="E-Mail" />
    </>
  )

  it('hands over the validated values', async () => {
    const onSubmit = show(schema, values, fields)
    await userEvent.type(field('Name'), ' Frei')
    await save()
    await waitFor(() => expect(onSubmit).toHaveBeenCalled())
    expect(vi.mocked(onSubmit as (value: unknown) => void).mock.calls[0]?.[0]).toEqual({ ...values, name: 'Anna Frei' })
  })

  it('marks the fields that the server refused and keeps the input', async () => {
    const errors = [
      { path: 'emails.0.address', code: 'EMAIL_EXIST', detail: 'Diese Adresse ist schon vergeben.' },
      { path: ['vatNumber'], code: 'VALIDATION', detail: 'Die UID ist ungültig.' },
    ]
    show(schema, values, fields, () => Promise.reject(Object.assign(new Error(), { errors })))
    await userEvent.type(field('Name'), '!')
    await save()
    await waitFor(() => expect(field('E-Mail')).toHaveAccessibleDescription('Diese Adresse ist schon vergeben.'))
    expect(field('E-Mail')).toHaveFocus()
    expect(screen.getByRole('alert')).toHaveTextContent('Die UID ist ungültig.')
    expect(field('Name')).toHaveValue('Anna!')
  })

  it('happens once, however often the button is pressed, and closes former confirmations', async () => {
    const onSubmit = show(
      schema,
      values,
      fields,
      vi.fn(() => new Promise(() => {})),
    )
    const button = screen.getByRole('button', { name: 'Speichern' })
    act(() => {
      notify('Verschoben', { action: { label: 'Rückgängig', onClick: vi.fn() } })
      notify('Vorher gespeichert')
    })
    act(() => {
      for (let times = 0; times < 3; times++) button.click()
    })
    await waitFor(() => expect(onSubmit).toHaveBeenCalled())
    expect(onSubmit).toHaveBeenCalledTimes(1)
    // earlier confirmations are dismissed, so that none looks like the answer
    expect(screen.queryByText('Vorher gespeichert')).not.toBeInTheDocument()
    expect(screen.getByText('Verschoben')).toBeVisible()
  })

  it('keeps input that is typed meanwhile as unsaved', async () => {
    const saving = Promise.withResolvers<void>()
    const onSubmit = show(
      schema,
      values,
      fields,
      vi.fn(() => saving.promise),
    )
    await userEvent.type(field('Name'), ' Frei')
    await save()
    await waitFor(() => expect(onSubmit).toHaveBeenCalled())
    await userEvent.type(field('Name'), 'tag')
    await act(async () => saving.resolve())
    expect(field('Name')).toHaveValue('Anna Freitag')
    const leaves = mayLeave()
    await userEvent.click(await screen.findByRole('button', { name: 'Weiter bearbeiten' }))
    expect(await leaves).toBe(false)
  })
})

it('any other failure of saving is reported and keeps the input', async () => {
  const failure = new Error('offline')
  const handed = vi.fn()
  vi.stubGlobal('reportError', handed)
  show(z.object({ name: z.string() }), { name: 'Anna' }, <TextField name="name" label="Name" />, () =>
    Promise.reject(failure),
  )
  await userEvent.type(field('Name'), '!')
  await save()
  await waitFor(() => expect(handed).toHaveBeenCalledWith(failure))
  expect(field('Name')).toHaveValue('Anna!')
  vi.unstubAllGlobals()
})

describe('leaving', () => {
  const schema = z.object({ name: z.string() })
  const type = async () => {
    show(schema, { name: 'Anna' }, <TextField name="name" label="Name" />)
    await userEvent.type(field('Name'), '!')
  }
  const unload = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }

  it('asks when there is unsaved input', async () => {
    await type()
    expect(unload()).toBe(true)
    const staying = mayLeave()
    await userEvent.click(await screen.findByRole('button', { name: 'Weiter bearbeiten' }))
    expect(await staying).toBe(false)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    const leaving = mayLeave()
    await userEvent.click(await screen.findByRole('button', { name: 'Verlassen' }))
    expect(await leaving).toBe(true)
  })

  it('right after saving does not ask, and asks again after more input', async () => {
    const left = vi.fn()
    const onSaved = () => void mayLeave().then(left)
    renderUi(
      <Form schema={schema} defaultValues={{ name: 'Anna' }} onSubmit={vi.fn()} onSaved={onSaved}>
        <TextField name="name" label="Name" />
        <button type="submit">Speichern</button>
      </Form>,
    )
    await userEvent.type(field('Name'), '!')
    await save()
    await waitFor(() => expect(left).toHaveBeenCalledWith(true))
    await userEvent.type(field('Name'), '!')
    expect(unload()).toBe(true)
  })

  it('does not ask before any input, nor after saving', async () => {
    expect(await mayLeave()).toBe(true)
    await type()
    await save()
    await waitFor(async () => expect(unload()).toBe(false))
    expect(await mayLeave()).toBe(true)
  })
})

describe('the fields', () => {
  it('NumberField reads and shows Swiss numbers, and keeps text that is no number', async () => {
    const onSubmit = show(
      z.object({ price: z.number() }),
      { price: null },
      <NumberField name="price" label="Preis" decimals={2} />,
    )
    await userEvent.type(field('Preis'), "1'234,5x")
    await userEvent.tab()
    expect(field('Preis')).toHaveValue("1'234,5x")
    expect(await screen.findByText('Das Feld muss eine Zahl sein')).toBeInTheDocument()
    await userEvent.type(field('Preis'), '{End}{Backspace}')
    await userEvent.tab()
    expect(field('Preis')).toHaveValue("1'234.50")
    await save()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ price: 1234.5 }, expect.anything()))
  })

  it('NumberField refuses a point as the separator of thousands', async () => {
    const onSubmit = show(z.object({ pieces: z.int() }), { pieces: null }, <NumberField name="pieces" label="Anzahl" />)
    await userEvent.type(field('Anzahl'), '1.000')
    await userEvent.tab()
    expect(field('Anzahl')).toHaveValue('1.000')
    expect(await screen.findByText('Das Feld muss eine Zahl sein')).toBeInTheDocument()
    await userEvent.clear(field('Anzahl'))
    await userEvent.type(field('Anzahl'), "1'000")
    await save()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ pieces: 1000 }, expect.anything()))
  })

  it('NumberField writes a number that is a name, such as a port, without separators', async () => {
    show(z.object({ port: z.number() }), { port: 45219 }, <NumberField name="port" label="Port" isName />)
    expect(field('Port')).toHaveValue('45219')
  })

  it('SelectField, CheckboxField and SwitchField hold their values', async () => {
    const onSubmit = show(
      z.object({ type: z.string().nullable(), a: z.boolean(), b: z.boolean() }),
      { type: 'x', a: false, b: true },
      <>
        <SelectField name="type" label="Art" placeholder="keine Art" options={[{ value: 'x', label: 'Festnetz' }]} />
        <CheckboxField name="a" label="Kunde" />
        <SwitchField name="b" label="Aktiv" />
      </>,
    )
    await userEvent.click(screen.getByRole('combobox', { name: 'Art' }))
    await userEvent.click(screen.getByRole('option', { name: 'keine Art' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Kunde' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Aktiv' }))
    await save()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ type: null, a: true, b: false }, expect.anything()))
  })

  it('AutocompleteField searches while the user types, and distinguishes a failure from no hits', async () => {
    const search = vi.fn(async (term: string): Promise<Choice[]> => {
      if (term === 'kaputt') throw new Error('offline')
      return term === 'luna' ? [{ id: '1', label: 'Feuerring Luna', hint: 'Artikel' }] : []
    })
    const schema = z.object({ product: z.object({ id: z.string(), label: z.string() }).nullable() })
    const onSubmit = show(
      schema,
      { product: null },
      <AutocompleteField name="product" label="Produkt" search={search} debounce={20} />,
    )
    const box = screen.getByRole('combobox', { name: 'Produkt' })
    await userEvent.type(box, 'kaputt')
    expect(await screen.findByText('Das hat nicht geklappt')).toBeInTheDocument()
    await userEvent.clear(box)
    await userEvent.type(box, 'nix')
    expect(await screen.findByText('Nichts gefunden')).toBeInTheDocument()
    await userEvent.clear(box)
    await userEvent.type(box, 'luna')
    await screen.findByRole('option', { name: /Feuerring Luna/ })
    await userEvent.type(box, 'park')
    expect(screen.queryByRole('option')).toBeNull()
    await userEvent.type(box, '{Backspace>4/}')
    await userEvent.click(await screen.findByRole('option', { name: /Feuerring Luna/ }))
    expect(box).toHaveValue('Feuerring Luna')
    await save()
    await waitFor(() =>
      expect(onSubmit).toHaveBeenCalledWith({ product: { id: '1', label: 'Feuerring Luna' } }, expect.anything()),
    )
  })

  it('DateField refuses an invalid date and hands over yyyy-mm-dd', async () => {
    const onSubmit = show(z.object({ day: z.iso.date() }), { day: null }, <DateField name="day" label="Datum" />)
    await userEvent.type(field('Datum'), '31.2.26{Enter}')
    expect(await screen.findByText('Eingabe ist kein valides Datum')).toBeInTheDocument()
    expect(onSubmit).not.toHaveBeenCalled()
    await userEvent.clear(field('Datum'))
    await userEvent.type(field('Datum'), '1.3.26{Enter}')
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ day: '2026-03-01' }, expect.anything()))
  })
})

it('a value that is cut off has a title with the whole text under the pointer', () => {
  const options = [{ value: 's', label: 'Aussenlager Süd' }]
  show(
    z.object({ name: z.string(), store: z.string() }),
    { name: 'Feuerschale Luna 100', store: 's' },
    <>
      <TextField name="name" label="Name" />
      <SelectField name="store" label="Lager" options={options} />
    </>,
  )
  for (const [cut, whole] of [
    [field('Name'), 'Feuerschale Luna 100'],
    [screen.getByRole('combobox', { name: 'Lager' }), 'Aussenlager Süd'],
  ] as const) {
    fireEvent.mouseEnter(cut)
    expect(cut).not.toHaveAttribute('title')
    Object.defineProperty(cut, 'scrollWidth', { value: 5000 })
    fireEvent.mouseEnter(cut)
    expect(cut).toHaveAttribute('title', whole)
  }
})
