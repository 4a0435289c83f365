import AddIcon from '@mui/icons-material/Add'
import type { ComponentProps, ReactNode } from 'react'
import { useFieldArray, useFormState, useWatch } from 'react-hook-form'
import { Button } from '../buttons/Button.tsx'
import { type Order, rowLook, useOrder, useOrdered } from '../dragging/use-order.ts'
import { useFormMethods } from '../forms/form-methods.ts'
import { Box } from '../layout/Box.tsx'
import { Typography } from '../text/Typography.tsx'
import { MoveHandle } from './MoveHandle.tsx'
import { useRowKeys } from './use-row-keys.ts'

interface Props {
  name: string
  label: string
  addLabel: string
  /** The initial values of a new entry. */
  blank: object
  /** Name of the field that gets the focus in a new entry. */
  first: string
  /** Returns the name of an entry for the labels of its controls. */
  nameOf: (entry: never, index: number) => string
  children: (path: string, index: number) => ReactNode
}

/** Ordered entries of a form, moved by dragging the handle or by its menu. */
export function OrderedFields({ name, label, addLabel, blank, first, nameOf, children }: Props) {
  const { control, getFieldState } = useFormMethods()
  const formState = useFormState({ name })
  const { fields, append, remove, move } = useFieldArray({ control, name, keyName: 'key' })
  const entries = useWatch({ control, name }) as readonly object[]
  const keys = useRowKeys(fields)
  const { order } = useOrder(keys, move)
  const { error } = getFieldState(name, formState)
  const fault = error?.root?.message ?? error?.message

  return (
    <Box role="group" aria-label={label}>
      <Typography variant="h3" component="h3" sx={{ mb: 3 }}>
        {label}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {keys.map((key, index) => (
          <Entry
            key={key}
            id={key}
            order={order}
            name={nameOf((entries[index] ?? blank) as never, index)}
            index={index}
            count={() => fields.length}
            onMove={move}
            onRemove={remove}
          >
            {children(`${name}.${index}`, index)}
          </Entry>
        ))}
      </Box>
      {fault && (
        <Typography variant="caption" color="error" role="alert">
          {fault}
        </Typography>
      )}
      <Button
        startIcon={<AddIcon />}
        onClick={() => append(blank, { focusName: `${name}.${fields.length}.${first}` })}
        sx={{ mt: 2 }}
      >
        {addLabel}
      </Button>
    </Box>
  )
}

interface EntryProps extends Omit<ComponentProps<typeof MoveHandle>, 'handle'> {
  id: string
  order: Order
  children: ReactNode
}

function Entry({ id, order, children, ...move }: EntryProps) {
  const { element: row, handle, ...look } = useOrdered(order, id)
  return (
    <Box component="li" ref={row} sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, ...rowLook(look) }}>
      <MoveHandle {...move} handle={handle} />
      <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
    </Box>
  )
}
