package psr.api.settings;

/** The settings of a service that has none. */
public record NoSettings() {}
