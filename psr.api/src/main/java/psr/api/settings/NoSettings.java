package psr.api.settings;

/** The settings of a service that leaves nothing to choose. */
public record NoSettings() {}
