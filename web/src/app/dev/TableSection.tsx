import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { DataTable } from '../../ui/DataTable/DataTable.tsx'
import { notify } from '../../ui/notices/snackbar.ts'
import { makePeople, personColumns } from './people.ts'
import { Section } from './Section.tsx'

const states = ['100000', '12', 'mehr', 'leer', 'lädt', 'Fehler'] as const

export function TableSection() {
  const [state, setState] = useState<string>('100000')
  const [selected, setSelected] = useState<string[]>([])
  const rows = useMemo(() => {
    if (state === 'lädt') return undefined
    return state === 'leer' ? [] : makePeople(state === 'mehr' ? 1000 : Number(state) || 0)
  }, [state])
  return (
    <Section title="Tabelle">
      <DataTable
        tableId="dev"
        label="Kontakte"
        columns={personColumns}
        rows={rows}
        rowId={(person) => person.id}
        rowName={(person) => person.name}
        height={420}
        selected={selected}
        onSelect={setSelected}
        onOpen={(person) => notify(`${person.name} geöffnet`)}
        rowActions={(person) => [
          { label: 'Öffnen', onClick: () => notify(`${person.name} geöffnet`) },
          { label: 'Löschen', onClick: () => notify(`${person.name} gelöscht`, { severity: 3 }) },
        ]}
        isMarked={(person) => person.company === '=SUMME(A1)'}
        moreThan={state === 'mehr' ? 1000 : undefined}
        error={
          state === 'Fehler' ? { message: 'Der Server antwortet nicht.', onRetry: () => setState('12') } : undefined
        }
        empty={{ title: 'Noch keine Kontakte', action: <Button variant="contained">Kontakt anlegen</Button> }}
      >
        <TextField
          select
          label="Zustand"
          value={state}
          onChange={(event) => setState(event.target.value)}
          sx={{ width: 130, my: 1 }}
        >
          {states.map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      </DataTable>
    </Section>
  )
}
