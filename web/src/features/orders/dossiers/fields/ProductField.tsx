import Autocomplete from '@mui/material/Autocomplete'
import MuiTextField, { type TextFieldProps } from '@mui/material/TextField'
import { useLayoutEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { handOver } from '../../../../ui/fields/hand-over.ts'
import { LineArrow, LineField } from '../../../../ui/fields/LineField.tsx'
import { useField } from '../../../../ui/fields/use-field.ts'
import { useFormMethods } from '../../../../ui/forms/form-methods.ts'
import { firstFound } from '../../../../ui/text/find.ts'
import { useProducts } from '../use-dossier-lists.ts'

interface Product {
  id: string | null
  title: string
}

interface Props {
  path: string
  readOnly: boolean
}

/**
 * The product of an article, searched by title. An article keeps the name it was ordered under; only that is rendered
 * until the user presses the field.
 */
export function ProductField({ path, readOnly }: Props) {
  const { t } = useTranslation('dossiers')
  const field = useField(`${path}.productRef`)
  const { message = field.message } = useField(`${path}.productName`)
  const productName: string = useWatch({ name: `${path}.productName` }) ?? ''
  const [isSearching, setSearching] = useState(false)
  const shown = { label: t('field.productRef'), name: `${path}.productRef`, placeholder: t('none.product') }
  const fault = { error: message !== undefined, helperText: message }

  if (isSearching) {
    return <Search path={path} field={field} productName={productName} shown={{ ...shown, ...fault }} />
  }
  return (
    <LineField
      {...shown}
      {...fault}
      value={productName}
      inputRef={field.ref}
      readOnly={readOnly}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={false}
      autoComplete="off"
      end={!readOnly && <LineArrow />}
      onFocus={() => !readOnly && setSearching(true)}
      onMouseDown={(event) => {
        if (readOnly || event.button !== 0) return
        event.preventDefault()
        handOver(event.nativeEvent, () => setSearching(true))
      }}
    />
  )
}

interface SearchProps {
  path: string
  field: ReturnType<typeof useField>
  productName: string
  shown: Pick<TextFieldProps, 'label' | 'name' | 'placeholder' | 'error' | 'helperText'>
}

/** The search field, focused from the start. */
function Search({ path, field, productName, shown }: SearchProps) {
  const { t: ui } = useTranslation('ui')
  const { setValue } = useFormMethods()
  const products = useProducts()
  const { ref, value, onChange, onBlur } = field
  const options: Product[] = products?.filter(({ id, onsale }) => onsale || id === value) ?? []
  const chosen = value || productName ? { id: value as string | null, title: productName } : null
  // selects the text, as when the Tab key reaches a field
  useLayoutEffect(() => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select()
  }, [])
  return (
    <Autocomplete
      value={chosen}
      options={options}
      autoHighlight
      selectOnFocus
      filterOptions={(all, { inputValue }) => firstFound(all, inputValue, ({ title }) => title, 100)}
      getOptionLabel={({ title }) => title}
      getOptionKey={({ id }) => id ?? ''}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText={ui('state.noMatch')}
      onChange={(_event, product) => {
        onChange(product?.id ?? null)
        setValue(`${path}.productName`, product?.title ?? '', { shouldDirty: true, shouldValidate: true })
      }}
      onBlur={onBlur}
      renderInput={(params) => <MuiTextField {...params} {...shown} inputRef={ref} autoFocus />}
    />
  )
}
