// The form of a plain noun: of a new row, or of the one that the address names.
import { Fragment, type ReactNode } from 'react';
import { useParams } from 'react-router';
import type { Endpoint } from '../contract/endpoint.ts';
import type { CallRequest, DataOf } from './api.ts';
import { useRecord } from './hooks.ts';
import { RecordMissing } from './kit/page/not-shown.tsx';

interface PlainFormProps<E extends Endpoint> {
  /** `Group`, said where the row cannot be shown. */
  noun: string;
  get: E;
  /** The parameter of the path that names the row; a new one has none. */
  parameter: string;
  /** Other parameters of the call: the merchant below whom it is. */
  params?: Record<string, string>;
  /** Begins anew for another row. */
  form: (one: DataOf<E> | undefined) => ReactNode;
}

export function PlainForm<E extends Endpoint>(props: PlainFormProps<E>) {
  const { noun, get, parameter, params, form } = props;
  const { [parameter]: id = '' } = useParams();
  const request = { params: { ...params, id } } as unknown as CallRequest<E>;
  const { data, error, refetch } = useRecord(get, request, { enabled: id !== '' });
  if (id !== '' && !data) return <RecordMissing noun={noun} of={{ error, refetch }} />;
  return <Fragment key={id}>{form(data)}</Fragment>;
}
