// What every process of the product stands on, made in one place: the server, its tools, the tests.
import type { Logger } from 'pino';
import { accountBrand } from './accounts/branding/account-brand.ts';
import { userStart } from './accounts/user-start.ts';
import type { Config } from './config.ts';
import type { Clock, Services } from './context.ts';
import { openDatabase } from './db/database.ts';
import { makeEgress } from './egress.ts';
import { makePublicEgress } from './egress-public.ts';
import { makeIds } from './ids.ts';
import type { KeyRing } from './keys/keys.ts';
import { mailer } from './messages/email-layout.ts';
import { ownSwitches } from './payments/merchant-config.ts';
import { hasProcessor } from './payments/processors/has-processor.ts';
import { driverOf } from './payments/processors/registry.ts';
import { checkMethod } from './payments/transactions/paying/payment-method/check-method.ts';
import { openWallet } from './payments/wallets/wallet-method.ts';
import { makeProcessState } from './process-state.ts';
import { makeRandom } from './random.ts';
import { product_timing, type Timing } from './timing.ts';

export interface ServiceParts {
  config: Config;
  /** The owner's address of the database; the pools step down to penstock_app. */
  database_url: string;
  /** Connections of the main pool. */
  pool_size?: number;
  clock: Clock;
  keys: KeyRing;
  log: Logger;
  /** Wakes the job runner, where the process has one. */
  nudge?: () => void;
  lab_url?: () => string;
  /** Where it differs from the product's. */
  timing?: Partial<Timing>;
}

export interface OpenedServices {
  services: Services;
  /** Lets go of the world: connections to processors, then those to the database. */
  close(): Promise<void>;
}

/** Opens what lives as long as the process; the caller closes it, after jobs and requests. */
export function makeServices(parts: ServiceParts): OpenedServices {
  const { config, clock, keys, log } = parts;
  const random = makeRandom();
  const database = openDatabase(parts.database_url, log, parts.pool_size);
  const egress = makeEgress();
  const services: Services = {
    ...makeProcessState(),
    config,
    timing: { ...product_timing, ...parts.timing },
    database,
    clock,
    ids: makeIds(() => clock.real().getTime(), random),
    random,
    egress,
    public_egress: makePublicEgress({ allow_loopback: config.allow_loopback_receivers }),
    keys,
    mailer,
    hasProcessor,
    ownSwitches,
    checkMethod,
    openWallet,
    driverOf,
    userStart,
    accountBrand,
    log,
    nudge: parts.nudge ?? (() => undefined),
    lab_url: parts.lab_url ?? (() => ''),
  };
  return {
    services,
    async close() {
      egress.close();
      await database.close();
    },
  };
}
