package psr.cluster;

import java.io.IOException;
import java.util.concurrent.Callable;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;

/**
 * What one member asks another: bytes. The only type of ours that crosses the network; where it arrives it looks up who
 * answers, and knows nothing itself. Never throws: what goes wrong is an answer too.
 */
final class Order implements Callable<byte[]>, IdentifiedDataSerializable, HazelcastInstanceAware {

    /** The number of the factory; any that no other has. */
    static final int FACTORY = 1707;
    /** Where a member keeps who answers. */
    static final String DESK = "psr.desk";

    private static final int CLASS = 1;

    /** Who answers. */
    interface Desk {

        /** Answers; throws nothing. */
        byte[] answer(byte[] question);
    }

    private byte[] question;
    private HazelcastInstance here;

    /** An order that is about to be read. */
    Order() {}

    Order(byte[] question) {
        this.question = question;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance instance) {
        this.here = instance;
    }

    @Override
    public byte[] call() {
        return here.getUserContext().get(DESK) instanceof Desk desk ? desk.answer(question) : new byte[0];
    }

    @Override
    public int getFactoryId() {
        return FACTORY;
    }

    @Override
    public int getClassId() {
        return CLASS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByteArray(question);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        question = in.readByteArray();
    }
}
