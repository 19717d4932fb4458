package psr.launcher.lab;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import psr.api.data.Space;
import psr.api.lab.EmbeddedLab.GivenService;
import psr.api.lab.ServiceKind;
import psr.api.report.Judge;
import psr.api.settings.PsrService;
import psr.launcher.services.ServiceTypes;

/** Finds the services of bundles on the class path by reading the component descriptions of Declarative Services. */
final class ClassPathServices {

    private static final System.Logger LOG = System.getLogger(ClassPathServices.class.getName());

    /** The header of a manifest that lists the descriptions of components. */
    private static final String COMPONENTS = "Service-Component";

    private ClassPathServices() {}

    /** The given services, followed by the found services of other kinds or names. */
    static List<GivenService> addedTo(List<GivenService> given) {
        List<GivenService> services = new ArrayList<>(given);
        Set<String> known = new HashSet<>();
        given.forEach(each -> known.addAll(names(each)));
        for (Object service : found(ClassPathServices.class.getClassLoader())) {
            GivenService each = new GivenService(Optional.empty(), service);
            if (Collections.disjoint(known, names(each))) {
                known.addAll(names(each));
                services.add(each);
            }
        }
        return services;
    }

    /** Identifies a service: its kinds, its name and the observations that it accepts. There is only one judge. */
    private static List<String> names(GivenService given) {
        Object service = given.service();
        PsrService about = service.getClass().getAnnotation(PsrService.class);
        String name = given.name().orElse(about == null ? "" : about.name());
        List<Space.Kind> accepted = about == null ? List.of(Space.Kind.SYMBOLS) : List.of(about.observations());
        return Stream.concat(ServiceTypes.kinds(service).stream()
                .flatMap(kind -> accepted.stream().map(observations -> kind + " " + name + " " + observations)),
                Stream.of("judge").filter(judge -> service instanceof Judge)).toList();
    }

    private static List<Object> found(ClassLoader loader) {
        List<Object> services = new ArrayList<>();
        try {
            for (URL manifest : Collections.list(loader.getResources(JarFile.MANIFEST_NAME))) {
                for (String path : paths(manifest)) {
                    URL description = new URL(manifest, "../" + path);
                    Component component = read(description);
                    if (!Collections.disjoint(component.interfaces(), TYPES)) {
                        component.make(loader).ifPresent(services::add);
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("the descriptions of services on the class path cannot be read", e);
        }
        return services;
    }

    /** The service interfaces that a laboratory uses. */
    static final List<String> TYPES = Stream.concat(Stream.of(ServiceKind.values()).map(ServiceTypes::name),
            PlainLab.NAMELESS.stream().map(Class::getName)).toList();

    private static List<String> paths(URL manifest) throws IOException {
        try (InputStream in = manifest.openStream()) {
            String header = new Manifest(in).getMainAttributes().getValue(COMPONENTS);
            return header == null ? List.of() : Stream.of(header.split(",")).map(String::strip).toList();
        }
    }

    private static Component read(URL description) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        String type = null;
        Set<String> interfaces = new LinkedHashSet<>();
        boolean refers = false;
        try (InputStream in = description.openStream()) {
            XMLStreamReader xml = factory.createXMLStreamReader(in);
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamReader.START_ELEMENT) {
                    switch (xml.getLocalName()) {
                        case "implementation" -> type = xml.getAttributeValue(null, "class");
                        case "provide" -> interfaces.add(xml.getAttributeValue(null, "interface"));
                        case "reference" -> refers = true;
                        default -> {
                            /* not needed without OSGi */ }
                    }
                }
            }
            xml.close();
            return new Component(Objects.requireNonNull(type, "class"), interfaces, refers);
        } catch (XMLStreamException | NullPointerException e) {
            throw new IOException(description + " does not describe a component", e);
        }
    }

    /** A component of a bundle; {@code refers} if it needs other services. */
    private record Component(String type, Set<String> interfaces, boolean refers) {

        Optional<Object> make(ClassLoader loader) {
            if (refers) {
                LOG.log(System.Logger.Level.WARNING, type + " cannot be used without OSGi: it refers to other services");
                return Optional.empty();
            }
            try {
                return Optional.of(Class.forName(type, true, loader).getConstructor().newInstance());
            } catch (ReflectiveOperationException | LinkageError e) {
                LOG.log(System.Logger.Level.WARNING, type + " cannot be used without OSGi", e);
                return Optional.empty();
            }
        }
    }
}
