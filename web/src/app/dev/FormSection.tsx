import { z } from 'zod'
import { Button } from '../../ui/buttons/Button.tsx'
import { optionsOf } from '../../ui/DataTable/columns.ts'
import type { Choice } from '../../ui/fields/AutocompleteField.tsx'
import { AutocompleteField } from '../../ui/fields/AutocompleteField.tsx'
import { CheckboxField, SwitchField } from '../../ui/fields/CheckboxField.tsx'
import { DateField, DateTimeField, MonthField } from '../../ui/fields/DateField.tsx'
import { NumberField } from '../../ui/fields/NumberField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { Toolbar } from '../../ui/layout/PageHeader.tsx'
import { notify } from '../../ui/notices/snackbar.ts'
import { makePeople, personColumns } from './people.ts'
import { Section } from './Section.tsx'

const choice = z.object({ id: z.string(), label: z.string() })

const schema = z.object({
  name: z.string().min(1).max(50),
  email: z.email(),
  quantity: z.number().int().min(1),
  type: z.string(),
  contact: choice.nullable(),
  others: z.array(choice),
  born: z.iso.date().nullable(),
  pickup: z.iso.datetime().nullable(),
  month: z.string().nullable(),
  note: z.string().max(255),
  reseller: z.boolean(),
  notify: z.boolean(),
})

const defaults = {
  name: 'Feuerring Luna',
  email: 'anna.frei@example.ch',
  quantity: 1234,
  type: 'PRIVATE',
  contact: null,
  others: [{ id: 'p1', label: 'Beat Züger 2' }],
  born: '1980-03-01',
  pickup: '2026-03-01T13:30:00.000Z',
  month: '2026-03',
  note: '',
  reseller: true,
  notify: false,
}

const people = makePeople(200)
const types = personColumns.flatMap((column) => (column.id === 'type' ? optionsOf(column) : []))

async function search(term: string): Promise<Choice[]> {
  await new Promise((done) => setTimeout(done, 300))
  const found = people.filter((person) => person.name.toLowerCase().includes(term.toLowerCase()))
  return found.slice(0, 20).map((person) => ({ id: person.id, label: person.name, hint: person.city }))
}

const isSunday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() === 0

export function FormSection() {
  return (
    <Section title="Formular">
      <Form
        label="Beispiel"
        schema={schema}
        defaultValues={defaults}
        onSubmit={(values) => {
          if (values.email === 'doppelt@example.ch') {
            throw Object.assign(new Error(), {
              errors: [{ path: 'email', detail: 'Diese Adresse ist schon vergeben.' }],
            })
          }
          notify('Gespeichert')
        }}
      >
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' } }}>
          <TextField name="name" label="Bezeichnung" required />
          <TextField name="email" label="E-Mail" type="email" required helperText="doppelt@example.ch wird abgelehnt" />
          <NumberField name="quantity" label="Anzahl" decimals={0} />
          <SelectField name="type" label="Kundenart" options={types} placeholder="" />
          <DateField name="born" label="Geburtsdatum" />
          <DateTimeField
            name="pickup"
            label="Abholtermin"
            defaultHour={8}
            isBlocked={isSunday}
            blockedMessage="Datum ist als Abholtermin blockiert"
          />
          <MonthField name="month" label="Monat" />
          <DateField name="born" label="Nur lesen" readOnly />
          <AutocompleteField name="contact" label="Kontakt" search={search} />
          <AutocompleteField name="others" label="Weitere Kontakte" search={search} multiple />
          <TextField name="note" label="Notiz" rows={2} />
          <Box sx={{ display: 'grid', justifyItems: 'start' }}>
            <CheckboxField name="reseller" label="Reseller" />
            <SwitchField name="notify" label="Benachrichtigen" />
          </Box>
        </Box>
        <Box sx={{ mt: 4 }}>
          <Toolbar>
            <Button type="submit" variant="contained" color="secondary">
              Speichern
            </Button>
          </Toolbar>
        </Box>
      </Form>
    </Section>
  )
}
