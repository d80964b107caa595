/** Handlers by command id. `Ports`: the services that they use. */
export type CommandHandlers<Ports> = Readonly<Record<string, (services: Ports, ...given: unknown[]) => unknown>>;
