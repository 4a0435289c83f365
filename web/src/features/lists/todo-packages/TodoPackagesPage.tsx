import { useMemo } from 'react'
import type { AnswerOf } from '#contract/endpoint'
import { todoPackageApi as api, dayOperators, startDates } from '#contract/lists/todo-packages'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { OrderedFields } from '../../../ui/EditableTable/OrderedFields.tsx'
import { NumberField } from '../../../ui/fields/NumberField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { MasterDataPage } from '../master-data/MasterDataPage.tsx'

type Package = AnswerOf<typeof api.list>[number]

const blankTodo = {
  title: '',
  activities: '',
  feedback: '',
  startFrom: 'CURRENT_DATE' as const,
  startOperator: 'ADD_DAYS' as const,
  startDays: 0,
}

export function TodoPackagesPage() {
  const { t } = useTranslation('masterData')
  const columns = useMemo<Column<Package>[]>(() => {
    const titles = (row: Package) => row.todos.map(({ title }) => title).join(', ')
    return [
      { id: 'title', label: t('title'), value: (row) => row.title, width: 280 },
      { id: 'count', label: t('todo.count'), value: (row) => row.todos.length, kind: 'number', width: 110 },
      { id: 'todos', label: t('todo.todos'), value: titles, width: 480 },
    ]
  }, [t])
  return (
    <MasterDataPage
      api={api}
      schema={api.add.body}
      initial={{ title: '', todos: [blankTodo] }}
      tableId="todoPackages"
      title={t('todoPackages.title')}
      one={t('todoPackages.one')}
      nameOf={(row) => row.title}
      columns={columns}
      width={860}
      fields={
        <>
          <TextField name="title" label={t('title')} required autoFocus />
          <OrderedFields
            name="todos"
            label={t('todo.todos')}
            addLabel={t('todo.add')}
            blank={blankTodo}
            first="title"
            nameOf={({ title }: { title: string }, index) => title || `${index + 1}`}
          >
            {(path) => <TodoFields path={path} />}
          </OrderedFields>
        </>
      }
      fieldLabels={{ title: t('title'), todos: t('todo.todos') }}
    />
  )
}

function TodoFields({ path }: { path: string }) {
  const { t } = useTranslation('masterData')
  const wide = { gridColumn: '1 / -1', display: 'grid' } as const
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '2fr 1.4fr 0.8fr' },
        gap: 3,
        pb: 3,
        borderBottom: '1px solid var(--line)',
      }}
    >
      <Box sx={wide}>
        <TextField name={`${path}.title`} label={t('todo.title')} required />
      </Box>
      <SelectField
        name={`${path}.startFrom`}
        label={t('todo.startFrom')}
        options={startDates.map((value) => ({ value, label: t(`startDate.${value}`) }))}
        placeholder={t('todo.noStart')}
      />
      <SelectField
        name={`${path}.startOperator`}
        label={t('todo.startOperator')}
        options={dayOperators.map((value) => ({ value, label: t(`dayOperator.${value}`) }))}
      />
      <NumberField name={`${path}.startDays`} label={t('todo.startDays')} />
      <Box sx={wide}>
        <TextField name={`${path}.activities`} label={t('todo.activities')} rows={2} />
      </Box>
      <Box sx={wide}>
        <TextField name={`${path}.feedback`} label={t('todo.feedback')} />
      </Box>
    </Box>
  )
}
