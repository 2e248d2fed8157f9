// A form over one call of the contract: its values, their validation, and sending them.
import { useLayoutEffect, useRef, useState } from 'react';
import { type FieldValues, useForm as useLibrary, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { Access } from '../../../contract/access/access.ts';
import type { Endpoint, ListReply } from '../../../contract/endpoint.ts';
import type { FieldMeta } from '../../../contract/field-meta.ts';
import type { ApiError, CallRequest, DataOf } from '../../api.ts';
import { useSave } from '../../hooks.ts';
import { showFailure } from '../../notices.ts';
import { type FieldInfo, fieldInfo } from './field-info.ts';
import {
  follow,
  type Methods,
  placesOf,
  putValue,
  resolverOf,
  settle,
  submitterOf,
} from './form-state.ts';
import { type FormRules, problemsIn } from './problems.ts';

export interface FormOptions<E extends Endpoint, V extends object>
  extends Pick<FormRules<V>, 'required' | 'rules'> {
  /** The initial values. A form for another record needs a new `key`: its id. */
  initial: V;
  /**
   * The record that `initial` is read off. As soon as it is another, by a save or by somebody
   * else, fields that nobody touched take their new values; what is typed stays.
   */
  of?: unknown;
  /** Fields of the screen that the call does not have, or has in another form. */
  fields?: Readonly<Record<string, FieldMeta>>;
  /** A narrower schema, if the call accepts more than this form may send. */
  schema?: z.ZodType;
  /** Converts the values to what is sent; by default the values themselves. */
  input?: (values: V, initial: V) => CallRequest<E>['input'];
  params?: CallRequest<E>['params'];
  /** Replaces the call, to send more or other calls; may throw their errors. */
  send?: (values: V) => Promise<unknown>;
  /** Lists and records to refetch after saving. */
  stales?: readonly Endpoint[];
  creates_in?: { list: Endpoint & { reply: ListReply }; params?: Record<string, string> };
  /** Called with all messages, for screens that show them elsewhere as well. */
  onInvalid?: (messages: readonly string[]) => void;
  /** Says that it is done, whatever is on the page by then. */
  tell?: (data: DataOf<E>) => void;
  /** Closes the dialog, or goes on; not called once the form was left. */
  onSaved?: (data: DataOf<E>, form: Pick<Form<V>, 'reset'>) => void;
}

export interface Form<V = unknown> {
  /** Who may make the call. */
  access: Access;
  methods: Methods;
  /** Some value differs from the initial values. */
  dirty: boolean;
  busy: boolean;
  /** The error of the last submission. */
  error: ApiError | null;
  values(): V;
  put(name: string, value: unknown): void;
  reset(to?: V): void;
  /** Restarts the form with other values, which count as changed. */
  replace(values: V): void;
  /** Sends the values if they are valid; `before` runs just before the call. */
  submit(before?: () => void): Promise<void>;
  info(name: string): FieldInfo;
  /** Labels of the fields that are on the screen. */
  labels: Map<string, string>;
  required: readonly string[];
  /** Focuses the first field with an error once it is rendered. */
  focus_wanted: { current: boolean };
}

/** The call behind the form; field errors open no dialog. */
function useCall<E extends Endpoint, V extends object>(
  endpoint: E,
  options: FormOptions<E, V>,
  parts: Pick<Form<V>, 'methods' | 'labels' | 'reset'> & { record: ShownRecord<V> },
) {
  const { methods, labels, reset, record } = parts;
  const isOfFields = (error: unknown) => placesOf(error, methods.getValues(), labels) !== null;
  const sent = useRef({ values: options.initial, version: '' });
  const settled = () => {
    settle(methods, sent.current.values as FieldValues);
    // Where the record came back sooner, what was sent still counted as typed.
    const { version, initial } = record.current;
    if (version !== sent.current.version) follow(methods, initial as FieldValues);
  };
  const save = useSave(endpoint, {
    quiet: isOfFields,
    ...(options.stales && { stales: options.stales }),
    ...(options.creates_in && { creates_in: options.creates_in }),
    ...(options.tell && { tell: options.tell }),
    onSaved: (data) => {
      settled();
      options.onSaved?.(data, { reset });
    },
  });
  const { input = (values: V) => values as CallRequest<E>['input'], params, send } = options;
  return async (values: V) => {
    sent.current = { values, version: record.current.version };
    if (send) {
      await send(values).catch((error: unknown) => {
        if (!isOfFields(error)) showFailure(error);
        throw error;
      });
      settled();
      return;
    }
    const body = input(values, options.initial);
    await save.mutateAsync({ input: body, ...(params && { params }) } as CallRequest<E>);
  };
}

/** The record as it is shown now: its text, and the values that are read off it. */
type ShownRecord<V> = { readonly current: { version: string; initial: V } };

function useFollowing<V>(
  methods: Methods,
  { initial, of }: { initial: V; of?: unknown },
): ShownRecord<V> {
  const version = JSON.stringify(of) ?? '';
  const shown = useRef({ version, initial });
  // Before it is painted: no picture shows the new record around its former values.
  useLayoutEffect(() => {
    if (shown.current.version === version) return;
    shown.current = { version, initial };
    follow(methods, initial as FieldValues);
  });
  return shown;
}

export function useForm<E extends Endpoint, V extends object>(
  endpoint: E,
  options: FormOptions<E, V>,
): Form<V> {
  const { initial, required = [], rules, fields, schema = endpoint.input } = options;
  const labels = useRef(new Map<string, string>()).current;
  const infos = useRef(new Map<string, FieldInfo>()).current;
  const changed = useRef(new Set<string>()).current;
  const focus_wanted = useRef(false);
  const { input = (values: V) => values } = options;
  const problemsOf = (values: V) =>
    problemsIn<V>(
      {
        schema,
        input: (now) => input(now, initial),
        required,
        ...(rules && { rules }),
        labelOf: (name) => labels.get(name) ?? fields?.[name]?.label,
      },
      values,
    );
  const methods = useLibrary<FieldValues>({
    defaultValues: initial as FieldValues,
    resolver: resolverOf<FieldValues>((values) => problemsOf(values as V)),
    // `put` triggers validation of every field that was changed.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const record = useFollowing(methods, options);
  const { isDirty, isSubmitting } = methods.formState;
  const reset = (to?: V) => {
    changed.clear();
    methods.reset(to as FieldValues | undefined);
  };
  const parts = { methods, labels, focus_wanted, reset };
  const call = useCall(endpoint, options, { ...parts, record });
  const [error, setError] = useState<ApiError | null>(null);
  const submitter = useRef(submitterOf({ methods, labels, focus_wanted, setError })).current;
  const submit = (before?: () => void) =>
    submitter({ call: (values) => call(values as V), before, onInvalid: options.onInvalid });
  const info = (name: string) => {
    const known = infos.get(name) ?? { ...fieldInfo(schema, name), ...fields?.[name] };
    infos.set(name, known);
    return known;
  };
  return {
    ...parts,
    access: endpoint.access,
    ...{ dirty: isDirty, busy: isSubmitting, error, submit, info, required },
    values: () => methods.getValues() as V,
    replace: (to) => {
      changed.clear();
      methods.reset(to as FieldValues, { keepDefaultValues: true });
    },
    put: (name, value) => void putValue(methods, changed, name, value),
  };
}

/** The current values; a component that reads them renders again with each change. */
export function useValues<V>(form: Form<V>): V {
  return useWatch({ control: form.methods.control }) as V;
}
